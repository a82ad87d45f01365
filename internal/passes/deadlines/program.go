package deadlines

import (
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/resilint/resilint/internal/catalogue"
	"github.com/resilint/resilint/internal/passes/flow"
	"github.com/resilint/resilint/internal/passes/gotype"
	"github.com/resilint/resilint/internal/passes/ssacall"
)

// Some bounds are set in a package that neither imports nor is imported by the one with
// the call. They travel as notes, by these names.
const (
	// EmbeddedDB says that the program brings a database that runs inside the process.
	EmbeddedDB = "database/sql.embedded"
	// NetworkDB says that it brings one that is reached over a network.
	NetworkDB = "database/sql.network"
	// DSNTimeout says that a data source name or a session's setting bounds statements.
	DSNTimeout = "database/sql.dsn_timeout"
	// GRPCTimeout says that gRPC calls get a deadline from an interceptor or the
	// service config.
	GRPCTimeout = "google.golang.org/grpc.timeout"
)

// embeddedNames are the names under which drivers of embedded databases register.
var embeddedNames = []string{"sqlite", "sqlite3", "sqlite3_extended", "duckdb", "ql", "ql-mem", "ramsql", "chai", "genji", "sqlmock", "txdb"}

var embeddedDrivers = []string{"github.com/mattn/go-sqlite3", "modernc.org/sqlite", "github.com/ncruces/go-sqlite3",
	"github.com/glebarez/sqlite", "github.com/glebarez/go-sqlite", "gorm.io/driver/sqlite", "zombiezen.com/go/sqlite",
	"github.com/marcboeker/go-duckdb", "github.com/duckdb/duckdb-go", "modernc.org/ql"}

var networkDrivers = []string{"github.com/lib/pq", "github.com/jackc/pgx", "github.com/go-sql-driver/mysql",
	"github.com/microsoft/go-mssqldb", "github.com/denisenkom/go-mssqldb", "github.com/sijms/go-ora", "github.com/godror/godror",
	"github.com/ClickHouse/clickhouse-go", "github.com/snowflakedb/gosnowflake", "github.com/trinodb/trino-go-client",
	"gorm.io/driver/postgres", "gorm.io/driver/mysql", "github.com/rqlite/gorqlite", "github.com/tursodatabase/libsql-client-go"}

// EmbeddedDriver tells whether an import path is that of an embedded database's driver.
func EmbeddedDriver(path string) bool { return below(embeddedDrivers, path) }

// NetworkDriver tells whether an import path is that of a networked database's driver.
func NetworkDriver(path string) bool { return below(networkDrivers, path) }

func below(roots []string, path string) bool {
	return slices.ContainsFunc(roots, func(r string) bool {
		rest, ok := strings.CutPrefix(path, r)
		return ok && (rest == "" || rest[0] == '/')
	})
}

// ownDriver tells whether the package itself brings only the driver of an embedded
// database: what it calls through database/sql does not leave the process.
func (e *Eval) ownDriver() bool {
	embedded := false
	for _, imp := range e.pass.Pkg.Imports() {
		if NetworkDriver(imp.Path()) {
			return false
		}
		embedded = embedded || EmbeddedDriver(imp.Path())
	}
	return embedded
}

// sqlPackages are the packages whose calls reach whatever database the program opened.
var sqlPackages = map[string]bool{"database/sql": true, "github.com/jmoiron/sqlx": true, "gorm.io/gorm": true,
	"github.com/Masterminds/squirrel": true, "github.com/uptrace/bun": true, "xorm.io/xorm": true, "entgo.io/ent/dialect/sql": true}

// database adds to the call what is known of the database behind it.
func (e *Eval) database(o *Outbound, k Callee, c *ssa.CallCommon) {
	if o.Entry == nil || k.Obj.Pkg() == nil || !e.sqlCall(k, o.Entry) {
		return
	}
	o.Client.Unless = union(o.Client.Unless, []string{EmbeddedDB + " !" + NetworkDB, DSNTimeout})
	r := ssacall.Receiver(c)
	if r != nil && e.opened(r, 0, e.boundedOpen) {
		o.Client = Bound{State: BoundYes}
	}
	o.Local = e.embeds() || r != nil && (e.embedded(r, 0) || e.speaksSQLite(r))
}

func (e *Eval) sqlCall(k Callee, en *catalogue.Entry) bool {
	return sqlPackages[k.Obj.Pkg().Path()] || en.Family == "sql" && k.Recv != nil && types.IsInterface(k.Recv)
}

// embedded tells whether the database handle v was opened, everywhere it can come from,
// with the driver of an embedded database.
func (e *Eval) embedded(v ssa.Value, depth int) bool { return e.opened(v, depth, embeddedOpen) }

// opened tells whether the database handle v was opened, everywhere it can come from, by
// a call that by accepts.
func (e *Eval) opened(v ssa.Value, depth int, by func(*ssa.Call) bool) bool {
	if depth > 4 {
		return false
	}
	leaves := e.x.Resolve(v)
	for _, l := range leaves {
		var stores []*ssa.Store
		switch l.Kind {
		case flow.Call:
			c := l.Value.(*ssa.Call)
			// A transaction or a statement comes from a handle.
			if r := ssacall.Receiver(&c.Call); !by(c) && (r == nil || !e.opened(r, depth+1, by)) {
				return false
			}
			continue
		case flow.Global:
			stores = e.x.GlobalStores(l.Value.(*ssa.Global))
		case flow.Field:
			stores = e.x.FieldStores(l.Var)
		}
		if len(stores) == 0 {
			return false
		}
		for _, st := range stores {
			if !ssacall.IsNil(st.Val) && !e.opened(st.Val, depth+1, by) {
				return false
			}
		}
	}
	return len(leaves) > 0
}

func embeddedOpen(c *ssa.Call) bool {
	for _, a := range c.Call.Args {
		if mi, ok := a.(*ssa.MakeInterface); ok {
			a = mi.X
		}
		if d, ok := a.(*ssa.Call); ok { // gorm.Open(sqlite.Open(dsn))
			if k := callee(&d.Call); k.Obj != nil && k.Obj.Pkg() != nil && EmbeddedDriver(k.Obj.Pkg().Path()) {
				return true
			}
		}
		k, ok := a.(*ssa.Const)
		if ok && k.Value != nil && k.Value.Kind() == constant.String {
			return slices.Contains(embeddedNames, constant.StringVal(k.Value))
		}
	}
	return false
}

// schemaWords begin the statements that change a schema or tidy a whole database. They
// run at set-up, and take as long as they take.
var schemaWords = []string{"CREATE", "ALTER", "DROP", "TRUNCATE", "VACUUM", "REINDEX", "PRAGMA", "ANALYZE", "GRANT", "COMMENT"}

// schemaChange tells whether the call hands over such a statement, as a constant or as
// the constant start of a text.
func (e *Eval) schemaChange(c *ssa.CallCommon) bool {
	if schemaText(c) {
		return true
	}
	r := ssacall.Receiver(c)
	if r == nil {
		return false
	}
	for _, l := range e.x.Resolve(r) { // a statement prepared before
		if call, ok := l.Value.(*ssa.Call); ok && l.Kind == flow.Call && gotype.Is(r.Type(), "database/sql", "Stmt") && schemaText(&call.Call) {
			return true
		}
	}
	return false
}

func schemaText(c *ssa.CallCommon) bool {
	for _, a := range c.Args {
		s, ok := flow.TextStart(a)
		if !ok {
			continue
		}
		word, _, _ := strings.Cut(strings.ToUpper(strings.TrimSpace(s)), " ")
		return slices.Contains(schemaWords, strings.TrimRight(word, ";"))
	}
	return false
}

// SchemaTypes returns the types of the package with a method that changes a database's
// schema: migrators and administration tools, which run at set-up.
func (e *Eval) SchemaTypes() map[*types.TypeName]bool {
	out := map[*types.TypeName]bool{}
	for _, fn := range e.x.SSA.Funcs {
		recv := receiverType(flow.Named(fn))
		if recv == nil {
			continue
		}
		for _, c := range e.x.Sites(fn) {
			if c.Fn == nil || c.Fn.Pkg() == nil || out[recv] {
				continue
			}
			if (c.Fn.Pkg() == e.pass.Pkg || sqlPackages[c.Fn.Pkg().Path()]) && schemaText(c.Common()) {
				out[recv] = true
			}
		}
	}
	return out
}

// receiverType returns the name of fn's receiver type, or nil.
func receiverType(fn *ssa.Function) *types.TypeName {
	recv := fn.Signature.Recv()
	if recv == nil {
		return nil
	}
	if n, ok := types.Unalias(gotype.Deref(recv.Type())).(*types.Named); ok {
		return n.Origin().Obj()
	}
	return nil
}

// InSchemaType tells whether fn is a method of one of the types.
func InSchemaType(set map[*types.TypeName]bool, fn *ssa.Function) bool {
	t := receiverType(flow.Named(fn))
	return t != nil && set[t]
}

// localNetwork tells whether a dial's network argument shows that it does not leave the
// machine, or waits for nobody: a socket of the file system, a datagram, the local log.
func localNetwork(c *ssa.CallCommon) bool {
	sig := c.Signature()
	for i := range sig.Params().Len() {
		if sig.Params().At(i).Name() != "network" {
			continue
		}
		k, ok := ssacall.At(c, catalogue.Where{Arg: i}).(*ssa.Const)
		if !ok || k.Value == nil || k.Value.Kind() != constant.String {
			return false
		}
		s := constant.StringVal(k.Value)
		return s == "" || strings.HasPrefix(s, "unix") || strings.HasPrefix(s, "udp") || strings.HasPrefix(s, "ip")
	}
	return false
}

// Wraps returns the interface methods whose calls fn bounds: fn has the same name, hands
// its call on, and gives it a deadline first. A program that wraps a client so can't be
// judged by the calls of the interface alone. A gRPC interceptor that adds a deadline
// bounds all calls.
func (e *Eval) Wraps(fn *ssa.Function) []string {
	var out []string
	named := flow.Named(fn)
	for _, c := range e.x.Sites(fn) {
		com := c.Common()
		if _, plain := c.CallInstruction.(*ssa.Call); !plain || len(com.Args) == 0 {
			continue
		}
		switch {
		case com.IsInvoke() && com.Method.Name() == named.Name() && named.Signature.Recv() != nil:
			if gotype.IsContext(com.Args[0].Type()) && e.boundedAll(com.Args[0]) {
				out = append(out, com.Method.FullName())
			}
		case gotype.Is(com.Value.Type(), "google.golang.org/grpc", "UnaryInvoker"):
			if e.boundedAny(com.Args[0]) {
				out = append(out, GRPCTimeout)
			}
		}
	}
	return out
}

func (e *Eval) boundedAll(v ssa.Value) bool {
	for _, s := range e.Context(v) {
		if s.Kind != Bounded {
			return false
		}
	}
	return true
}

func (e *Eval) boundedAny(v ssa.Value) bool {
	return slices.ContainsFunc(e.Context(v), func(s Source) bool { return s.Kind == Bounded })
}
