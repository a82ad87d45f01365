// Package deadlinebudget reports deadlines that contradict each other.
package deadlinebudget
