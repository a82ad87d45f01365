package p

import (
	"context"
	"database/sql"
	"time"

	rican "github.com/Rican7/retry"
	"github.com/Rican7/retry/strategy"
	"github.com/buildkite/roko"
	"github.com/cockroachdb/cockroach-go/v2/crdb"
	dskit "github.com/grafana/dskit/backoff"
	terraform "github.com/hashicorp/terraform-plugin-sdk/v2/helper/retry"
	"github.com/juju/retry"
	lestrrat "github.com/lestrrat-go/backoff/v2"
)

func client(any) {}

func more(ctx context.Context, db *sql.DB, d time.Duration, cfg dskit.Config) {
	roko.NewRetrier(roko.WithMaxAttempts(3), roko.WithJitter()).Do(op)                                                         // want Retrier.Do ×3
	roko.NewRetrier(roko.TryForever()).DoWithContext(ctx, op)                                                                  // want Retrier.DoWithContext ×unbounded steady ctx
	retry.Call(retry.CallArgs{Func: func() error { return nil }, Attempts: 5})                                                 // want retry.Call ×5 steady
	retry.Call(retry.CallArgs{Func: func() error { return nil }, Attempts: -1, MaxDuration: time.Minute, IsFatalError: fatal}) // want retry.Call ×for 1m steady stops
	retry.Call(retry.CallArgs{Func: func() error { return nil }, Stop: ctx.Done()})                                            // want retry.Call ×unbounded steady ctx
	rican.Retry(act)                                                                                                           // want retry.Retry ×unbounded tight
	rican.Retry(act, strategy.Limit(4), strategy.Wait(1))                                                                      // want retry.Retry ×4 steady
	crdb.ExecuteTx(ctx, db, nil, func(*sql.Tx) error { return nil })                                                           // want crdb.ExecuteTx ×51 tight ctx conflict
	terraform.RetryContext(ctx, time.Minute, func() *terraform.RetryError { return nil })                                      // want retry.RetryContext ×for 1m steady ctx marked
	terraform.RetryContext(ctx, d, func() *terraform.RetryError { return nil })                                                // want retry.RetryContext ×time-bound steady ctx marked
	client(dskit.New(ctx, dskit.Config{MaxRetries: 4}))                                                                        // want dskit backoff ×4 ctx
	client(dskit.New(ctx, dskit.Config{}))                                                                                     // want dskit backoff ×unbounded ctx
	client(dskit.New(ctx, cfg))                                                                                                // want dskit backoff ×n ctx > param 3
	client(lestrrat.Constant(lestrrat.WithMaxRetries(2)))                                                                      // want lestrrat backoff ×3 steady ctx
}

func op(*roko.Retrier) error { return nil }
func act(uint) error         { return nil }
func fatal(error) bool       { return false }
