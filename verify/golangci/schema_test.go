package golangci_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"
)

// TestSampleSchemas holds the samples against the schemas that golangci-lint comes with.
func TestSampleSchemas(t *testing.T) {
	cmd := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/golangci/golangci-lint/v2")
	cmd.Env = append(os.Environ(), "GOWORK=off")
	out, err := cmd.Output()
	dir := strings.TrimSpace(string(out))
	if err != nil || dir == "" {
		t.Skipf("golangci-lint's module cannot be had: %v", err)
	}
	for sample, schema := range map[string]string{".golangci.yml": "golangci", ".custom-gcl.yml": "custom-gcl"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "examples", "golangci", sample))
		if err != nil {
			t.Fatal(err)
		}
		s, err := jsonschema.NewCompiler().Compile(filepath.Join(dir, "jsonschema", schema+".jsonschema.json"))
		if err != nil {
			t.Fatal(err)
		}
		var value any
		if err := yaml.Unmarshal(text, &value); err != nil {
			t.Fatal(err)
		}
		encoded, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		if value, err = jsonschema.UnmarshalJSON(strings.NewReader(string(encoded))); err != nil {
			t.Fatal(err)
		}
		if err := s.Validate(value); err != nil {
			t.Errorf("%s: %v", sample, err)
		}
	}
}
