// Package agent sets up what runs brain without being asked: the nightly care and the weekly merge, in the scheduler of the system.
package agent
