// Package failsafe is a stub.
package failsafe

// Policy is a stub.
type Policy[R any] interface{ policy() R }

// Execution is a stub.
type Execution[R any] interface{ LastError() error }

// Executor is a stub.
type Executor[R any] interface {
	GetWithExecution(fn func(exec Execution[R]) (R, error)) (R, error)
}

// With makes an executor.
func With[R any](policies ...Policy[R]) Executor[R] { return nil }
