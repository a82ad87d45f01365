// Package libs shows how operations ask libraries for another attempt.
package libs

import (
	"context"
	"net/http"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v4"
	sethvargo "github.com/sethvargo/go-retry"
	"k8s.io/apimachinery/pkg/util/wait"
	clientretry "k8s.io/client-go/util/retry"

	"m/again"
)

func get(c *http.Client, r *http.Request) error { // want get:`^calls\(http.Client.Do\)$`
	_, err := c.Do(r)
	return err
}

func do(c *http.Client, r *http.Request) error { // want do:`^calls\(retry.Do ×3 → http.Client.Do\)$`
	return retry.Do(func() error { return get(c, r) }, retry.Attempts(3))
}

func decorated(c *http.Client, r *http.Request) error { // want decorated:`^calls\(retry.Do ×10 → http.Client.Do\)$`
	return retry.Do(again.Guarded(func() error { return get(c, r) }))
}

// An error that is marked as final is not repeated.
func permanent(c *http.Client, r *http.Request) error {
	return backoff.Retry(func() error {
		return backoff.Permanent(get(c, r))
	}, backoff.WithMaxRetries(backoff.NewExponentialBackOff(), 3))
}

// One call is final, the other is repeated.
func mixed(c *http.Client, a, b *http.Request) error { // want mixed:`^calls\(backoff.Retry ×4 → loop ×3 → http.Client.Do\)$`
	return backoff.Retry(func() error {
		if err := get(c, a); err != nil {
			return backoff.Permanent(err)
		}
		return again.Thrice(func() error { return get(c, b) })
	}, backoff.WithMaxRetries(backoff.NewExponentialBackOff(), 3))
}

// Only what is marked as worth it is repeated.
func marked(ctx context.Context, c *http.Client, r *http.Request) error { // want marked:`^calls\(retry.Do ×6 → http.Client.Do\)$`
	return sethvargo.Do(ctx, sethvargo.WithMaxRetries(5, sethvargo.NewConstant(time.Second)), func(context.Context) error {
		if err := get(c, r); err != nil {
			return sethvargo.RetryableError(err)
		}
		return nil
	})
}

func unmarked(ctx context.Context, c *http.Client, r *http.Request) error {
	return sethvargo.Do(ctx, sethvargo.WithMaxRetries(5, sethvargo.NewConstant(time.Second)), func(context.Context) error {
		return get(c, r)
	})
}

// False without an error goes round; an error ends it.
func poll(c *http.Client, r *http.Request) error { // want poll:`^calls\(wait.ExponentialBackoff ×5 → http.Client.Do\)$`
	return wait.ExponentialBackoff(wait.Backoff{Steps: 5}, func() (bool, error) {
		if err := get(c, r); err != nil {
			return false, nil
		}
		return true, nil
	})
}

func pollEnds(c *http.Client, r *http.Request) error {
	return wait.ExponentialBackoff(wait.Backoff{Steps: 5}, func() (bool, error) {
		if err := get(c, r); err != nil {
			return false, err
		}
		return true, nil
	})
}

func onError(c *http.Client, r *http.Request) error { // want onError:`^calls\(retry.OnError ×5 → http.Client.Do\)$`
	return clientretry.OnError(clientretry.DefaultRetry, func(error) bool { return true }, func() error { return get(c, r) })
}

// An optimistic lock.
func conflict(c *http.Client, r *http.Request) error {
	return clientretry.RetryOnConflict(clientretry.DefaultRetry, func() error { return get(c, r) })
}

func until(c *http.Client, r *http.Request) error { // want until:`^calls\(loop ×5 → http.Client.Do\)$`
	return again.UntilFive(func() (bool, error) {
		if err := get(c, r); err != nil {
			return false, nil
		}
		return true, nil
	})
}

func untilEnds(c *http.Client, r *http.Request) error {
	return again.UntilFive(func() (bool, error) {
		if err := get(c, r); err != nil {
			return false, err
		}
		return true, nil
	})
}

func waitFor(condition wait.ConditionFunc) error { // want waitFor:`^runs\(wait.ExponentialBackoff ×3 → until param0\)$`
	return wait.ExponentialBackoff(wait.Backoff{Steps: 3}, condition)
}
