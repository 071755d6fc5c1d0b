// Package agent sets up what runs brain without being asked: the weekly merge in the scheduler of the system.
package agent
