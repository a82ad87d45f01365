// Package unboundedqueue reports places where a producer is never told no.
package unboundedqueue
