// Package hystrix is a stub.
package hystrix

import "context"

type CircuitError struct{ Message string }

func (e CircuitError) Error() string { return "hystrix: " + e.Message }

var (
	ErrMaxConcurrency = CircuitError{Message: "max concurrency"}
	ErrCircuitOpen    = CircuitError{Message: "circuit open"}
	ErrTimeout        = CircuitError{Message: "timeout"}
)

type (
	runFunc       func() error
	fallbackFunc  func(error) error
	runFuncC      func(context.Context) error
	fallbackFuncC func(context.Context, error) error
)

type CommandConfig struct {
	Timeout                int
	MaxConcurrentRequests  int
	RequestVolumeThreshold int
	SleepWindow            int
	ErrorPercentThreshold  int
}

func ConfigureCommand(name string, config CommandConfig) {}

func Do(name string, run runFunc, fallback fallbackFunc) error { return run() }

func DoC(ctx context.Context, name string, run runFuncC, fallback fallbackFuncC) error {
	return run(ctx)
}
