// Package engine holds brain's operations, each once: its name, parameters, help and the method that does it. The command
// line, and whoever else speaks to a brain, come through here and get the same answers.
//
// An Engine names one file; every method opens what it needs, does its work in one transaction (long jobs in one a batch)
// and returns plain values that marshal to the documented JSON.
package engine
