package verify

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/resilint/resilint/analyzers"
	"github.com/resilint/resilint/internal/driver"
	"github.com/resilint/resilint/internal/passes/directives"
	"github.com/resilint/resilint/internal/passes/owner"
)

var (
	trees  = flag.String("trees", "", "analyse the modules in these folders, a list with commas")
	most   = flag.Int("modules", 4, "how many of the modules that are used most to analyse; all is 40")
	thrice = flag.Bool("thrice", false, "analyse each tree with 1, 2 and 8 threads, not with 1 and 2 only")
)

// mostUsed are the modules of the catalogue that most programs import, in the versions of
// go.mod. Each is analysed as if it were ours, because it is asked for by name.
var mostUsed = []string{
	"google.golang.org/grpc", "github.com/redis/go-redis/v9", "github.com/jackc/pgx/v5", "github.com/IBM/sarama",
	"github.com/gin-gonic/gin", "github.com/gorilla/mux", "github.com/gorilla/websocket", "golang.org/x/net",
	"golang.org/x/crypto", "golang.org/x/oauth2", "golang.org/x/sync", "golang.org/x/time",
	"github.com/lib/pq", "github.com/go-sql-driver/mysql", "github.com/jmoiron/sqlx", "gorm.io/gorm",
	"go.mongodb.org/mongo-driver", "go.mongodb.org/mongo-driver/v2", "github.com/go-redis/redis/v8", "github.com/gomodule/redigo",
	"github.com/labstack/echo/v4", "github.com/gofiber/fiber/v2", "github.com/go-chi/chi/v5", "github.com/valyala/fasthttp",
	"github.com/segmentio/kafka-go", "github.com/nats-io/nats.go", "github.com/rabbitmq/amqp091-go", "go.etcd.io/etcd/client/v3",
	"github.com/hashicorp/consul/api", "github.com/hashicorp/vault/api", "github.com/hashicorp/go-retryablehttp", "github.com/cenkalti/backoff/v4",
	"github.com/go-resty/resty/v2", "github.com/sony/gobreaker", "github.com/minio/minio-go/v7", "github.com/prometheus/client_golang",
	"k8s.io/client-go", "k8s.io/apimachinery", "github.com/aws/aws-sdk-go-v2", "go.temporal.io/sdk",
}

// TestTrees analyses code that nobody wrote for it: the standard library, libraries that
// most programs use, and whatever -trees names. It wants no panic, no hang, and the same
// answer however many threads there are and in whatever order packages come. That some of
// the packages do not compile is no fault of ours.
func TestTrees(t *testing.T) {
	if testing.Short() {
		t.Skip("takes minutes")
	}
	t.Run("std", func(t *testing.T) { sameAnswers(t, goroot(t), "./...") })
	for _, path := range mostUsed[:min(*most, len(mostUsed))] {
		t.Run(strings.ReplaceAll(path, "/", "_"), func(t *testing.T) {
			sameAnswers(t, ".", path+"/...")
		})
	}
	for _, dir := range strings.FieldsFunc(*trees, func(r rune) bool { return r == ',' }) {
		t.Run(filepath.Base(dir), func(t *testing.T) { sameAnswers(t, dir, "./...") })
	}
}

// sameAnswers analyses the packages several times.
func sameAnswers(t *testing.T, dir string, patterns ...string) {
	threads := []int{1, 2}
	if *thrice {
		threads = append(threads, 8)
	}
	var first [sha256.Size]byte
	var want []byte
	for i, n := range threads {
		old := runtime.GOMAXPROCS(n)
		res, took := analyseTree(t, dir, uint64(i), patterns)
		runtime.GOMAXPROCS(old)
		for _, p := range res.Problems {
			if strings.Contains(p.Message, "panic") || strings.HasPrefix(p.Message, "analyzer ") {
				t.Errorf("%s %s: %s", p.Pkg, p.Pos, p.Message)
			}
		}
		text, err := json.Marshal([]any{res.Set, res.Problems})
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(text)
		if i == 0 {
			first, want = sum, text
			t.Logf("%s: %d packages, %d findings, %d problems, %.0f s, %s", versionOf(dir, patterns[0]), res.Stats.Packages,
				len(res.Set.Findings), len(res.Problems), took.Seconds(), hex(sum))
		} else if sum != first {
			keepAnswer(t, want, text)
			t.Errorf("with %d threads and shuffled packages the answer is another: %s, not %s", n, hex(sum), hex(first))
		}
	}
}

func hex(sum [sha256.Size]byte) string { return fmt.Sprintf("%x", sum[:6]) }

// keepAnswer is for whoever looks for the difference: it writes answers into the folder that
// $RESILINT_ANSWERS names.
func keepAnswer(t *testing.T, answers ...[]byte) {
	dir := os.Getenv("RESILINT_ANSWERS")
	for i, text := range answers {
		if dir == "" {
			return
		}
		name := fmt.Sprintf("%s.%d.json", strings.ReplaceAll(t.Name(), "/", "_"), i)
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			t.Error(err)
		}
	}
}

// versionOf names what is analysed.
func versionOf(dir, pattern string) string {
	args := []string{"env", "GOVERSION"}
	if path, ok := strings.CutSuffix(pattern, "/..."); ok && path != "." {
		args = []string{"list", "-m", path}
	} else if dir != goSource() {
		args = []string{"list", "-m"}
	}
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		return filepath.Base(dir)
	}
	line, _, _ := strings.Cut(string(out), "\n")
	return line
}

func goSource() string { return filepath.Join(runtime.GOROOT(), "src") }

// hang is how long one run may take. The largest tree takes a minute.
const hang = 10 * time.Minute

func analyseTree(t *testing.T, dir string, seed uint64, patterns []string) (*driver.Result, time.Duration) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), hang)
	defer cancel()
	o := driver.Options{Dir: dir, Patterns: patterns, NoCache: true, Shuffle: seed}
	o.Analyzers = append(o.Analyzers, directives.Analyzer, owner.Faults)
	for _, r := range analyzers.All() {
		o.Analyzers = append(o.Analyzers, r.New())
	}
	start := time.Now()
	res, err := driver.Run(ctx, o)
	if err != nil {
		t.Fatalf("%s: %v", dir, err)
	}
	return res, time.Since(start)
}
