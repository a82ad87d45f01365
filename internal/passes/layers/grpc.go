package layers

import (
	"encoding/json"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/attempts"
	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/gotype"
)

const grpcPath = "google.golang.org/grpc"

// onTheWay tells whether fn puts interceptors before calls, and of which kind.
func onTheWay(fn *types.Func) string {
	if fn.Pkg() == nil || fn.Pkg().Path() != grpcPath {
		return ""
	}
	switch fn.Name() {
	case "WithUnaryInterceptor", "WithChainUnaryInterceptor":
		return "unary"
	case "WithStreamInterceptor", "WithChainStreamInterceptor":
		return "stream"
	}
	return ""
}

// interceptors is what interceptors in their order say: the first is the outermost.
func (e *Eval) interceptors(args []ssa.Value, way string) *saying {
	s := &saying{}
	for _, a := range args {
		s.after(e.said(a))
	}
	for i := range s.specs {
		s.specs[i].way = way
	}
	return s
}

// methodConfig is the part of a gRPC service config that is read.
type methodConfig struct {
	Name []struct {
		Service string `json:"service"`
		Method  string `json:"method"`
	} `json:"name"`
	RetryPolicy *struct {
		MaxAttempts int `json:"maxAttempts"`
	} `json:"retryPolicy"`
}

// maxPolicyAttempts is what gRPC cuts a policy's attempts to, where nobody raises it.
const maxPolicyAttempts = 5

// serviceConfig adds what the service config in args says: a layer for each method config
// that has a retry policy.
func (e *Eval) serviceConfig(s *saying, k catalogue.Knob, args []ssa.Value, pos token.Pos) {
	if k.Arg >= len(args) {
		return
	}
	text, ok := e.text(args[k.Arg])
	if !ok {
		s.open = true
		return
	}
	var cfg struct {
		MethodConfig []methodConfig `json:"methodConfig"`
	}
	if json.Unmarshal([]byte(text), &cfg) != nil {
		return
	}
	for _, m := range cfg.MethodConfig {
		if m.RetryPolicy == nil {
			continue
		}
		n := attempts.Of(m.RetryPolicy.MaxAttempts)
		if n.N == unseen {
			n = attempts.Setting("maxAttempts")
		} else if n.N < 2 {
			continue
		}
		s.apply(spec{
			name: k.Entry.LayerName(), entry: k.Entry, made: true, pos: pos,
			counts: []count{{n: n}}, only: m.methods(),
		})
	}
}

// methods lists the methods that the config holds for as service/method, either of which
// may be empty.
func (m methodConfig) methods() []string {
	var out []string
	for _, n := range m.Name {
		out = append(out, n.Service+"/"+n.Method)
	}
	if slices.Contains(out, "/") {
		return nil
	}
	return out
}

// holdsFor tells whether a layer with a list of methods is in the way of a call of method
// of a stub of type t.
func holdsFor(only []string, t types.Type, method string) bool {
	if len(only) == 0 {
		return true
	}
	service := ""
	if n, ok := types.Unalias(gotype.Deref(t)).(*types.Named); ok {
		service = strings.TrimSuffix(n.Obj().Name(), "Client")
	}
	return slices.ContainsFunc(only, func(o string) bool {
		s, m, _ := strings.Cut(o, "/")
		return (m == "" || m == method) && (service == "" || strings.EqualFold(s[strings.LastIndexByte(s, '.')+1:], service))
	})
}
