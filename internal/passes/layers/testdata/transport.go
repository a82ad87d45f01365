package p

import (
	"context"
	"net/http"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/failsafe-go/failsafe-go/failsafehttp"
	"github.com/hashicorp/go-retryablehttp"
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"golang.org/x/oauth2"
)

// again is a round tripper of the program; the tests' facts say that it makes 5 attempts.
type again struct{ inner http.RoundTripper }

func (a *again) RoundTrip(r *http.Request) (*http.Response, error) { return a.inner.RoundTrip(r) } // want ?

func wrap(inner http.RoundTripper) http.RoundTripper { return &again{inner: inner} }

type logging struct{ http.RoundTripper }

func (l logging) RoundTrip(r *http.Request) (*http.Response, error) {
	return l.RoundTripper.RoundTrip(r) // want again ×5
}

type writer struct {
	hc    *http.Client
	value http.Client
	given *http.Client
}

func newWriter(given *http.Client) *writer {
	w := &writer{hc: &http.Client{Transport: wrap(http.DefaultTransport)}, given: given}
	w.value.Transport = wrap(nil)
	return w
}

func (w *writer) do(r *http.Request) {
	w.hc.Do(r)    // want again ×5
	w.value.Do(r) // want again ×5
	w.given.Do(r) // want ?
}

func clients(ctx context.Context, r *http.Request, hc *http.Client, rt http.RoundTripper, b bool) {
	http.DefaultClient.Do(r)
	http.Get("u")
	(&http.Client{}).Do(r)
	(&http.Client{Transport: &http.Transport{MaxIdleConns: 3}}).Do(r)
	hc.Do(r)                                                              // want param 2
	(&http.Client{Transport: rt}).Do(r)                                   // want param 3
	(&http.Client{Transport: wrap(rt)}).Do(r)                             // want again ×5 > param 3
	(&http.Client{Transport: logging{wrap(http.DefaultTransport)}}).Do(r) // want again ×5
	(&http.Client{Transport: wrap(wrap(http.DefaultTransport))}).Do(r)    // want again ×5 > again ×5
	c := &http.Client{}
	c.Transport = otelhttp.NewTransport(wrap(c.Transport))
	c.Do(r) // want again ×5
	d := &http.Client{Transport: &oauth2.Transport{Base: retryablehttp.NewClient().StandardClient().Transport}}
	d.Do(r) // want ?
	e := &http.Client{Transport: &oauth2.Transport{Base: &retryablehttp.RoundTripper{Client: retryablehttp.NewClient()}}}
	e.Do(r) // want retryablehttp ×5 steady ctx
	f := &http.Client{Transport: failsafehttp.NewRoundTripper(nil, failsafehttp.NewRetryPolicyBuilder().WithMaxRetries(4).Build())}
	f.Do(r) // want failsafe retry policy ×5 tight
	var t http.RoundTripper = http.DefaultTransport
	if b {
		t = wrap(t)
	}
	(&http.Client{Transport: t}).Do(r) // want again ×at most 5
	rc := retryablehttp.NewClient()
	rc.HTTPClient = &http.Client{Transport: wrap(nil)}
	rc.Get("u")         // want retryablehttp ×5 steady ctx > again ×5
	rc.HTTPClient.Do(r) // want ?
	doer{rc.StandardClient()}.run(r)
	s3.NewFromConfig(aws.Config{HTTPClient: &http.Client{Transport: wrap(nil)}}).GetObject(ctx, nil) // want AWS SDK for Go v2 ×3 ctx > again ×5
	viaFacts().Do(r)                                                                                 // want other ×7
	viaParam(hc).Do(r)                                                                               // want other ×7 > param 2
	viaParam(&http.Client{Transport: wrap(nil)}).Do(r)                                               // want other ×7 > again ×5
	counted(3).Do(r)                                                                                 // want other ×4
}

// These stand for functions of another package: the facts know them.
func viaFacts() *http.Client
func viaParam(c *http.Client) *http.Client
func counted(n int) *http.Client

type doer struct {
	c interface {
		Do(*http.Request) (*http.Response, error)
	}
}

func (d doer) run(r *http.Request) {
	d.c.Do(r) // want retryablehttp ×5 steady ctx > again ×5
}
