// Package agent is where brain meets what works without being asked: the settings of agents (NewPlan shows what setting one up
// changes, Apply does it, and both undo it), what their hooks tell (Event, Questions), the log of questions and its count (KPI), and
// the scheduler of the system (Job). It knows no brain: engine does what a hook calls for.
package agent
