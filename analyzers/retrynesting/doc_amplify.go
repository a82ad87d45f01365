// # Kind amplify
//
// # What it reports
//
// Three retry layers or more whose product passes a limit, 10 unless set otherwise, though
// each may look harmless where it stands. It is reported at the outermost layer that adds a
// factor, with all factors, the product and the way down.
//
// # Why it matters
//
// A gateway that tries twice, before a mesh that tries twice, before a client that tries
// three times sends 2 × 2 × 3 = 12 requests for one. The example sends 3 × 4 × 3 = 36.
// Three layers of four make 4 × 4 × 4 = 64, five of three 3 × 3 × 3 × 3 × 3 = 243. The
// caller waits for the product, too: 36 attempts of 1 s are 36 × 1 s = 36 s.
//
// # Example
//
// Twelve were agreed on, and a comment says so. Nobody has counted the 36:
//
//	type customs struct{ client *http.Client }
//
//	func (c *customs) total(ctx context.Context, skus []string) (err error) {
//		for i := range 3 {
//			if err = c.sum(ctx, skus); err == nil || !pause(ctx, i) {
//				return err
//			}
//		}
//		return err
//	}
//
//	func (c *customs) sum(ctx context.Context, skus []string) error {
//		for _, sku := range skus {
//			if err := c.duty(ctx, sku); err != nil {
//				return err
//			}
//		}
//		return nil
//	}
//
//	func (c *customs) duty(ctx context.Context, sku string) (err error) {
//		//lint:ignore retrynesting/nested the office has agreed to twelve
//		for i := range 4 {
//			if err = c.get(ctx, sku); err == nil || !pause(ctx, i) {
//				return err
//			}
//		}
//		return err
//	}
//
//	func (c *customs) get(ctx context.Context, sku string) (err error) {
//		for i := range 3 {
//			if err = c.once(ctx, sku); err == nil || !pause(ctx, i) {
//				return err
//			}
//		}
//		return err
//	}
//
//	func (c *customs) once(ctx context.Context, sku string) error {
//		req, err := http.NewRequestWithContext(ctx, "GET", "http://customs.internal/duty/"+sku, nil)
//		if err != nil {
//			return err
//		}
//		resp, err := c.client.Do(req)
//		if err != nil {
//			return err
//		}
//		return resp.Body.Close()
//	}
//
//	func pause(ctx context.Context, i int) bool {
//		wait := 100 * time.Millisecond << i
//		select {
//		case <-ctx.Done():
//			return false
//		case <-time.After(wait/2 + rand.N(wait)):
//			return true
//		}
//	}
//
// One of them retries, next to the call:
//
//	type customs struct{ client *http.Client }
//
//	func (c *customs) total(ctx context.Context, skus []string) error {
//		for _, sku := range skus {
//			if err := c.duty(ctx, sku); err != nil {
//				return err
//			}
//		}
//		return nil
//	}
//
//	func (c *customs) duty(ctx context.Context, sku string) (err error) {
//		for i := range 3 {
//			if err = c.once(ctx, sku); err == nil || !pause(ctx, i) {
//				return err
//			}
//		}
//		return err
//	}
//
//	func (c *customs) once(ctx context.Context, sku string) error {
//		req, err := http.NewRequestWithContext(ctx, "GET", "http://customs.internal/duty/"+sku, nil)
//		if err != nil {
//			return err
//		}
//		resp, err := c.client.Do(req)
//		if err != nil {
//			return err
//		}
//		return resp.Body.Close()
//	}
//
//	func pause(ctx context.Context, i int) bool {
//		wait := 100 * time.Millisecond << i
//		select {
//		case <-ctx.Done():
//			return false
//		case <-time.After(wait/2 + rand.N(wait)):
//			return true
//		}
//	}
//
// # How to fix
//
// Count the layers with resilint map, or follow the path in the finding; then let one of
// them retry. resilint explain retrynesting/nested lists how each library's retries are
// switched off.
//
//   - Where several must retry, keep a budget: a retry only while retries are below a tenth
//     of all calls. Envoy has retry_budget, gRPC retryThrottling in the service config,
//     failsafe-go WithBudget of its retry policy, aws-sdk-go-v2 a token bucket in
//     retry.Standard.
//   - Let an error that was retried say so, so that the layers above give up: retry-go's
//     Unrecoverable, backoff's Permanent.
//   - A server that is overloaded answers 429 or 503 with Retry-After, and clients heed it.
//
// # When it stays silent
//
// As for nested: for loops that are no retries, for layers of one attempt, for what nobody
// waits for, for the transparent repeats of net/http and database/sql. In tests, examples
// and generated code.
//
// # Options
//
// amplify: the largest product of three layers or more that is reported as nested only; 10.
//
// # Limits
//
// As for nested. Layers in front of the program, such as a mesh, count only where they are
// stated with //resilint:retry.
//
// # References
//
// "Addressing Cascading Failures" in the SRE book:
// https://sre.google/sre-book/addressing-cascading-failures/.
//
// "Metastable Failures in Distributed Systems", HotOS 2021:
// https://sigops.org/s/conferences/hotos/2021/papers/hotos21-s11-bronson.pdf.
package retrynesting
