// # Kind body
//
// # What it reports
//
// An http.Request, or its reader, is made before the retry and sent in each attempt, by the
// function itself, by a function of the package that is handed the request, or by the
// function literal that a library repeats. A RoundTripper that sends its request several
// times and never looks at its body is reported at medium confidence.
//
// # Why it matters
//
// The first attempt reads the body to its end. Of an order of 1200 bytes, 1200 − 1200 = 0
// are left for the second. With a bytes.Reader, bytes.Buffer or strings.Reader the second
// attempt announces 1200 and has nothing: it fails on a new connection, and with three
// attempts 3 − 1 = 2 of them could not have succeeded. With any other reader it sends an
// empty body, and that looks like success.
//
// # Example
//
// The second attempt has nothing left to send:
//
//	type desk struct{ client *http.Client }
//
//	func (d *desk) order(ctx context.Context, url string, order []byte) error {
//		req, err := http.NewRequestWithContext(ctx, http.MethodPut, url, bytes.NewReader(order))
//		if err != nil {
//			return err
//		}
//		for i := range 3 {
//			resp, err := d.client.Do(req)
//			if err == nil {
//				return resp.Body.Close()
//			}
//			if err := pause(ctx, i); err != nil {
//				return err
//			}
//		}
//		return errors.New("order not sent")
//	}
//
//	func pause(ctx context.Context, i int) error {
//		wait := time.Second << i
//		select {
//		case <-ctx.Done():
//			return ctx.Err()
//		case <-time.After(wait/2 + rand.N(wait)):
//			return nil
//		}
//	}
//
// Each attempt has a request of its own:
//
//	type desk struct{ client *http.Client }
//
//	func (d *desk) order(ctx context.Context, url string, order []byte) error {
//		for i := range 3 {
//			req, err := http.NewRequestWithContext(ctx, http.MethodPut, url, bytes.NewReader(order))
//			if err != nil {
//				return err
//			}
//			resp, err := d.client.Do(req)
//			if err == nil {
//				return resp.Body.Close()
//			}
//			if err := pause(ctx, i); err != nil {
//				return err
//			}
//		}
//		return errors.New("order not sent")
//	}
//
//	func pause(ctx context.Context, i int) error {
//		wait := time.Second << i
//		select {
//		case <-ctx.Done():
//			return ctx.Err()
//		case <-time.After(wait/2 + rand.N(wait)):
//			return nil
//		}
//	}
//
// # How to fix
//
// Make the request in each attempt, from bytes that are kept. Or set req.Body from
// req.GetBody, which http.NewRequest fills for a bytes.Reader, bytes.Buffer and
// strings.Reader.
//
//   - retryablehttp: retryablehttp.NewRequest with a []byte, a reader that seeks, or a
//     function; it rewinds. retryablehttp.FromRequest reads the body into memory.
//   - resty v2: SetBody with a value or bytes, not with a reader.
//   - aws-sdk-go-v2: the Body of PutObjectInput must be an io.ReadSeeker for the SDK to
//     repeat it.
//   - A RoundTripper that repeats: clone the request, and call GetBody for each attempt.
//     One whose GetBody is nil and whose Body is not must not be repeated.
//   - retry-go, backoff, failsafe-go: make the request inside of the function that is
//     repeated.
//
// # When it stays silent
//
// Where the body is nil or http.NoBody, where the method is GET or HEAD without one, where
// GetBody is asked, and where the reader is set back by Seek or made anew. In tests,
// examples and generated code.
//
// # Options
//
// None.
//
// # Limits
//
// A reader behind a function of another package is not followed.
//
// # References
//
// GetBody: https://pkg.go.dev/net/http#Request, and NewRequestWithContext:
// https://pkg.go.dev/net/http#NewRequestWithContext.
package retrypolicy
