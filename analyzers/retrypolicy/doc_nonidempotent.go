// # Kind nonidempotent
//
// # What it reports
//
// A POST, or another call that creates something, is repeated by the loop or by the client,
// and nothing in it says that it is the same one. Told at low confidence.
//
// # Why it matters
//
// A timeout means that the outcome is not known, not that nothing was done. If one charge
// in a hundred times out after it was booked, 1000 orders an hour book 1000 × 0.01 = 10
// twice, for 10 people who write to you. With a key that is the same in all attempts the
// far side sees that it has done it already: 10 − 10 = 0 are booked twice.
//
// # Example
//
// The charge may be booked three times:
//
//	type payments struct{ client *http.Client }
//
//	func (p *payments) charge(ctx context.Context, order string) (err error) {
//		for i := range 3 {
//			if err = p.once(ctx, order); err == nil || ctx.Err() != nil {
//				return err
//			}
//			wait := time.Second << i
//			select {
//			case <-ctx.Done():
//				return ctx.Err()
//			case <-time.After(wait/2 + rand.N(wait)):
//			}
//		}
//		return err
//	}
//
//	func (p *payments) once(ctx context.Context, order string) error {
//		req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://payments.internal/charges/"+order, nil)
//		if err != nil {
//			return err
//		}
//		resp, err := p.client.Do(req)
//		if err != nil {
//			return err
//		}
//		return resp.Body.Close()
//	}
//
// The key says that all attempts are one charge:
//
//	type payments struct{ client *http.Client }
//
//	func (p *payments) charge(ctx context.Context, order string) (err error) {
//		for i := range 3 {
//			if err = p.once(ctx, order); err == nil || ctx.Err() != nil {
//				return err
//			}
//			wait := time.Second << i
//			select {
//			case <-ctx.Done():
//				return ctx.Err()
//			case <-time.After(wait/2 + rand.N(wait)):
//			}
//		}
//		return err
//	}
//
//	func (p *payments) once(ctx context.Context, order string) error {
//		req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://payments.internal/charges/"+order, nil)
//		if err != nil {
//			return err
//		}
//		req.Header.Set("Idempotency-Key", order)
//		resp, err := p.client.Do(req)
//		if err != nil {
//			return err
//		}
//		return resp.Body.Close()
//	}
//
// # How to fix
//
// Send a key that stays the same over all attempts, made before the first, or send the
// request once.
//
//   - net/http: the header Idempotency-Key, where the far side knows it. With that header
//     net/http's own transport repeats a POST after a lost connection as well.
//   - PUT to an address that the caller chooses creates the same thing once, however often
//     it is sent.
//   - database/sql and pgx: INSERT … ON CONFLICT DO NOTHING with a key that the caller
//     makes.
//   - SQS FIFO: MessageDeduplicationId. DynamoDB: ClientRequestToken of TransactWriteItems,
//     or a condition expression.
//   - Kafka: sarama's Producer.Idempotent; franz-go is idempotent by default.
//   - NATS JetStream: nats.MsgId(id). Stripe: Params.IdempotencyKey.
//   - retryablehttp and resty repeat a POST as any other request: keep a client without
//     retries for these.
//
// # When it stays silent
//
// Where a text names a header such as Idempotency-Key or a request id; for an INSERT with a
// key or with ON CONFLICT; for GET, HEAD, PUT and DELETE; for a POST that only asks, by the
// name of the function or the path, such as search, query or login; where a failure to
// connect is told apart. In tests, examples and generated code.
//
// # Options
//
// None. It is shown with -confidence low, or -checks retrypolicy/nonidempotent.
//
// # Limits
//
// Whether the operation may be repeated is known for HTTP methods and for what the
// catalogue describes. A POST that only asks, under another name, is reported.
//
// # References
//
// Which methods may be repeated:
// https://www.rfc-editor.org/rfc/rfc9110.html#name-idempotent-methods.
//
// Making retries safe:
// https://aws.amazon.com/builders-library/making-retries-safe-with-idempotent-APIs/.
package retrypolicy
