package p

import (
	"context"
	"flag"
	"time"

	avast "github.com/avast/retry-go/v4"
	avast5 "github.com/avast/retry-go/v5"
	"github.com/cenkalti/backoff/v4"
	backoff5 "github.com/cenkalti/backoff/v5"
	"github.com/eapache/go-resiliency/retrier"
	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/googleapis/gax-go/v2"
	"github.com/matryer/try"
	"github.com/sethvargo/go-retry"
	"github.com/zeromicro/go-zero/core/fx"
	"k8s.io/apimachinery/pkg/util/wait"
	k8sretry "k8s.io/client-go/util/retry"
)

func op() error                           { return nil }
func opc(context.Context) error           { return nil }
func cond() (bool, error)                 { return true, nil }
func condc(context.Context) (bool, error) { return true, nil }

const tries = 7

var fixed uint = 6
var flagged = flag.Int("retries", 3, "")
var set int

func init() { flag.IntVar(&set, "set", 3, "") }

type config struct{ Retries uint }
type own struct{ n uint }

func newOwn() *own { return &own{n: 4} }

type mixed struct{ n uint }

func newMixed(n uint) *mixed { return &mixed{n: n} }

func avastDo(ctx context.Context, cfg config, o *own, m *mixed, n uint, opts []avast.Option, b bool) {
	avast.Do(op)                                                           // want retry.Do ×10
	avast.Do(op, avast.Attempts(3))                                        // want retry.Do ×3
	avast.Do(op, avast.Attempts(tries))                                    // want retry.Do ×7
	avast.Do(op, avast.Attempts(fixed))                                    // want retry.Do ×6
	avast.Do(op, avast.Attempts(uint(*flagged)))                           // want retry.Do ×flagged
	avast.Do(op, avast.Attempts(uint(set)))                                // want retry.Do ×set
	avast.Do(op, avast.Attempts(0))                                        // want retry.Do ×unbounded
	avast.Do(op, avast.UntilSucceeded(), avast.Context(ctx))               // want retry.Do ×unbounded ctx
	avast.Do(op, avast.Attempts(1))                                        // want retry.Do ×1
	avast.Do(op, avast.Attempts(cfg.Retries))                              // want retry.Do ×config.Retries
	avast.Do(op, avast.Attempts(o.n))                                      // want retry.Do ×4
	avast.Do(op, avast.Attempts(m.n))                                      // want retry.Do ×mixed.n
	avast.Do(op, avast.Attempts(n))                                        // want retry.Do ×n
	avast.Do(op, opts...)                                                  // want retry.Do ×n
	avast.Do(op, append(options(5), avast.DelayType(avast.FixedDelay))...) // want retry.Do ×5 steady ctx stops
	avast.Do(op, append(opts, avast.Attempts(3))...)                       // want retry.Do ×3
	some := []avast.Option{avast.Delay(time.Second)}
	if b {
		some = append(some, avast.Attempts(3))
	}
	avast.Do(op, some...) // want retry.Do ×at most 10
	k := uint(3)
	if b {
		k = 5
	}
	avast.Do(op, avast.Attempts(k)) // want retry.Do ×at most 5
	if b {
		k = cfg.Retries
	}
	avast.Do(op, avast.Attempts(k))                                                     // want retry.Do ×config.Retries
	avast.DoWithData(func() (int, error) { return 0, nil }, avast.Attempts(2))          // want retry.DoWithData ×2
	avast5.New(avast5.Attempts(4)).Do(op)                                               // want Retrier.Do ×4
	avast.Do(op, avast.Attempts(n+1), avast.RetryIf(func(error) bool { return false })) // want retry.Do ×n+1 stops
}

func options(n uint) []avast.Option {
	return []avast.Option{avast.Attempts(n), avast.Context(context.Background()), avast.RetryIf(nil)}
}

func variadic(opts ...avast.Option) {
	avast.Do(op, opts...) // want retry.Do ×opts
}

type ownBackOff struct{}

func (ownBackOff) NextBackOff() time.Duration { return 0 }
func (ownBackOff) Reset()                     {}

func cenkalti(ctx context.Context, p backoff.BackOff) {
	backoff.Retry(op, backoff.NewExponentialBackOff())                                                        // want backoff.Retry ×for 15m
	backoff.Retry(op, backoff.NewConstantBackOff(1))                                                          // want backoff.Retry ×unbounded steady
	backoff.Retry(op, backoff.WithContext(backoff.NewConstantBackOff(1), ctx))                                // want backoff.Retry ×unbounded steady ctx
	backoff.Retry(op, &backoff.ZeroBackOff{})                                                                 // want backoff.Retry ×unbounded tight
	backoff.Retry(op, &backoff.StopBackOff{})                                                                 // want backoff.Retry ×1 steady
	backoff.Retry(op, backoff.WithMaxRetries(backoff.NewExponentialBackOff(), 3))                             // want backoff.Retry ×4
	backoff.Retry(op, backoff.WithMaxRetries(backoff.NewExponentialBackOff(), 0))                             // want backoff.Retry ×1
	backoff.RetryNotify(op, backoff.WithMaxRetries(backoff.WithContext(&backoff.ZeroBackOff{}, ctx), 2), nil) // want backoff.RetryNotify ×3 tight ctx
	backoff.Retry(op, p)                                                                                      // want backoff.Retry ×n steady
	backoff.Retry(op, ownBackOff{})                                                                           // want backoff.Retry ×n steady
	eb := backoff.NewExponentialBackOff()
	eb.MaxElapsedTime = 30 * time.Second
	backoff.Retry(op, eb) // want backoff.Retry ×for 30s
	forever := backoff.NewExponentialBackOff()
	forever.MaxElapsedTime = 0
	backoff.Retry(op, backoff.WithContext(forever, ctx))                                                                                             // want backoff.Retry ×unbounded ctx
	backoff.Retry(op, backoff.NewExponentialBackOff(backoff.WithMaxElapsedTime(time.Minute)))                                                        // want backoff.Retry ×for 1m
	backoff.Retry(op, policy())                                                                                                                      // want backoff.Retry ×6
	backoff5.Retry(ctx, func() (int, error) { return 0, nil })                                                                                       // want backoff.Retry ×for 15m ctx
	backoff5.Retry(ctx, func() (int, error) { return 0, nil }, backoff5.WithMaxTries(6))                                                             // want backoff.Retry ×6 ctx
	backoff5.Retry(ctx, func() (int, error) { return 0, nil }, backoff5.WithMaxElapsedTime(0), backoff5.WithBackOff(backoff5.NewConstantBackOff(1))) // want backoff.Retry ×unbounded steady ctx
}

func policy() backoff.BackOff {
	b := backoff.NewExponentialBackOff()
	b.InitialInterval = time.Second
	return backoff.WithMaxRetries(b, 5)
}

func sethvargo(ctx context.Context, b retry.Backoff) {
	retry.Do(ctx, retry.NewConstant(1), opc)                                                                        // want retry.Do ×unbounded steady ctx marked
	retry.Do(ctx, retry.WithMaxRetries(1, retry.WithJitter(1, retry.NewExponential(1))), opc)                       // want retry.Do ×2 ctx marked
	retry.Do(ctx, retry.WithMaxDuration(time.Minute, retry.NewFibonacci(1)), opc)                                   // want retry.Do ×for 1m steady ctx marked
	retry.Do(ctx, b, opc)                                                                                           // want retry.Do ×n steady ctx marked
	retry.Do(ctx, retry.BackoffFunc(func() (time.Duration, bool) { return 0, true }), opc)                          // want retry.Do ×n steady ctx marked
	retry.Do(ctx, retry.WithMaxRetries(4, retry.BackoffFunc(func() (time.Duration, bool) { return 0, true })), opc) // want retry.Do ×5 steady ctx marked
	retry.Constant(ctx, 1, opc)                                                                                     // want retry.Constant ×unbounded steady ctx marked
}

type service struct {
	exec failsafe.Executor[int]
}

func newService() *service {
	p := retrypolicy.NewBuilder[int]().WithMaxAttempts(4).WithBackoff(1, 2).WithJitterFactor(0.3).HandleErrors(nil).Build()
	return &service{exec: failsafe.With[int](p)}
}

func failsafes(ctx context.Context, s *service) {
	failsafe.With[int](retrypolicy.NewWithDefaults[int]()).Run(op)                                                             // want failsafe retry policy ×3 tight
	failsafe.With[int](retrypolicy.NewBuilder[int]().WithMaxRetries(2).Build(), circuitbreaker.NewWithDefaults[int]()).Run(op) // want failsafe retry policy ×3 tight
	failsafe.With[int](retrypolicy.NewBuilder[int]().WithMaxRetries(0).Build()).Run(op)
	failsafe.With[int](retrypolicy.NewBuilder[int]().WithMaxRetries(-1).Build()).WithContext(ctx).Run(op) // want failsafe retry policy ×unbounded tight ctx
	failsafe.With[int](circuitbreaker.NewWithDefaults[int]()).Run(op)
	failsafe.With[int](retrypolicy.NewBuilder[int]().WithMaxRetries(1).Build(), retrypolicy.NewBuilder[int]().WithMaxRetries(2).WithDelay(1).Build()).Run(op) // want failsafe retry policy ×2 tight > failsafe retry policy ×3 steady
	s.exec.WithContext(ctx).Get(func() (int, error) { return 0, nil })                                                                                        // want failsafe retry policy ×4 ctx stops
	b := retrypolicy.NewBuilder[int]()
	b.WithMaxRetries(5)
	failsafe.With[int](b.Build()).Run(op) // want failsafe retry policy ×6 tight
}

type holder struct{ r *retrier.Retrier }

func newHolder() *holder { return &holder{r: retrier.New(retrier.ExponentialBackoff(3, 1), nil)} }

func others(ctx context.Context, h *holder, steps wait.Backoff) {
	retrier.New(retrier.ConstantBackoff(5, 1), nil).Run(op)                                                                         // want Retrier.Run ×6 steady
	retrier.New([]time.Duration{1, 2}, nil).RunCtx(ctx, opc)                                                                        // want Retrier.RunCtx ×3 steady ctx
	retrier.New(nil, nil).Run(op)                                                                                                   // want Retrier.Run ×1 steady
	retrier.New(nil, nil).WithInfiniteRetry().Run(op)                                                                               // want Retrier.Run ×unbounded steady
	h.r.Run(op)                                                                                                                     // want Retrier.Run ×4 steady
	try.Do(func(int) (bool, error) { return false, nil })                                                                           // want try.Do ×10 tight marked
	wait.ExponentialBackoff(wait.Backoff{Steps: 5, Jitter: 0.1}, cond)                                                              // want wait.ExponentialBackoff ×5 done
	wait.ExponentialBackoff(wait.Backoff{Steps: 5, Cap: 3}, cond)                                                                   // want wait.ExponentialBackoff ×at most 5 steady done
	wait.ExponentialBackoffWithContext(ctx, driver, condc)                                                                          // want wait.ExponentialBackoffWithContext ×5 ctx done
	wait.ExponentialBackoffWithContext(ctx, steps, condc)                                                                           // want wait.ExponentialBackoffWithContext ×n steady ctx done
	wait.ExponentialBackoff(wait.Backoff{Steps: 1}, cond)                                                                           // want wait.ExponentialBackoff ×1 steady done
	wait.PollUntilContextTimeout(ctx, 1, time.Minute, true, condc)                                                                  // want wait.PollUntilContextTimeout ×for 1m steady ctx poll
	k8sretry.OnError(k8sretry.DefaultRetry, func(error) bool { return true }, op)                                                   // want retry.OnError ×5 stops
	k8sretry.OnError(k8sretry.DefaultBackoff, nil, op)                                                                              // want retry.OnError ×4 stops
	k8sretry.RetryOnConflict(k8sretry.DefaultRetry, op)                                                                             // want retry.RetryOnConflict ×5 conflict
	gax.Invoke(ctx, func(context.Context, gax.CallSettings) error { return nil })                                                   // want gax.Invoke ×1 ctx
	gax.Invoke(ctx, func(context.Context, gax.CallSettings) error { return nil }, gax.WithRetry(func() gax.Retryer { return nil })) // want gax.Invoke ×unbounded ctx
	fx.DoWithRetry(op)                                                                                                              // want fx.DoWithRetry ×3 tight
	fx.DoWithRetry(op, fx.WithRetry(5))                                                                                             // want fx.DoWithRetry ×5 tight
}

var driver = wait.Backoff{Steps: 5, Jitter: 0.1}
