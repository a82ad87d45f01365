package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"

	"honnef.co/go/tools/go/buildid"
)

// version is the line that -version prints.
func version() string {
	return fmt.Sprintf("resilint %s (%s)", moduleVersion(), runtime.Version())
}

// moduleVersion is the version of the module that this binary was built from.
func moduleVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(unknown)"
}

// binaryID tells this binary from every other one. Another binary may hold other rules
// or another catalogue, so what one has cached is no answer of the other.
func binaryID() (string, error) {
	name, err := os.Executable()
	if err != nil {
		return "", err
	}
	if id, err := buildid.ReadFile(name); err == nil && id != "" {
		return id, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
