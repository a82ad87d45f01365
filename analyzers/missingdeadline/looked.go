package missingdeadline

import (
	"slices"
	"strings"

	"github.com/resilint/resilint/internal/passes/deadlines"
)

// looked says in which places a bound of the call was looked for and not found, so that a
// reader who knows of another knows as well that it was not seen.
func looked(o *deadlines.Outbound) string {
	places := []string{"context"}
	has := func(part string) bool {
		return slices.ContainsFunc(o.Client.Unless, func(s string) bool { return strings.Contains(s, part) })
	}
	switch {
	case o.Child:
		return ""
	case strings.HasPrefix(o.Callee, "http."):
		places = append(places, "client", "transport")
	case has(deadlines.DSNTimeout):
		places = append(places, "DSN")
	case has(deadlines.GRPCTimeout):
		places = append(places, "interceptors", "service config")
	case o.If != "":
		places = append(places, "wrappers of the interface")
	case slices.ContainsFunc(o.Client.Unless, func(s string) bool { return !strings.HasPrefix(s, "(") || strings.Contains(s, "Set") }):
		places = append(places, "options of the client")
	case o.OS || strings.HasPrefix(o.Callee, "net.") || strings.HasPrefix(o.Callee, "rpc.") || strings.HasPrefix(o.Callee, "smtp."):
		places = append(places, "connection")
	default:
		places = append(places, "client")
	}
	return " (no bound in: " + strings.Join(places, ", ") + ")"
}
