package catalogue

import "testing"

func TestFieldPkg(t *testing.T) {
	for in, want := range map[string]string{
		"net/http.Client.Timeout":                                "net/http",
		"github.com/IBM/sarama.Config.Producer.Retry.Max":        "github.com/IBM/sarama",
		"github.com/aws/aws-sdk-go-v2/service/*.Options.Retryer": "github.com/aws/aws-sdk-go-v2/service/*",
		"gopkg.in/yaml.v3.Decoder.Strict":                        "gopkg.in/yaml.v3",
		"github.com/x/y.options.Max":                             "github.com/x/y",
		"github.com/avast/retry-go/v4.Config.Attempts":           "github.com/avast/retry-go/v4",
	} {
		if got := fieldPkg(in); got != want {
			t.Errorf("%s: got %q, want %q", in, got, want)
		}
	}
}
