package catalogue

import "strings"

// The closed vocabularies of the data. A word that is not here is an error.

// words makes a vocabulary. The order is kept for messages.
func words(s string) []string { return strings.Fields(s) }

var (
	wordsKind = []string{
		string(KindOutbound), string(KindClientNew), string(KindRetry), string(KindBreaker), string(KindFallback),
		string(KindLimiter), string(KindQueue), string(KindServer), string(KindDeadline), string(KindDelay),
	}
	wordsIdempotent = words("yes no by-method by-statement by-op unknown")
	wordsDials      = words("yes no lazy background ping")
	wordsMode       = words("wrap client middleware option policy loop implicit")
	wordsEffect     = words("adds drops carries removes_cancel detects")
	wordsOn         = words("ctx request conn server client call command handler")
	wordsBlocks     = words("yes no ctx option error drop")
	wordsQueue      = words("unbounded bounded none")
	wordsSwitch     = words("yes no option")
	wordsCounts     = words("total retries")
	wordsBoundedBy  = words("attempts time ctx policy nothing attempts|time attempts|ctx")
	wordsWait       = []string{string(WaitForever), string(WaitOS), string(WaitResolver), string(WaitBounded), string(WaitUnknown)}
	wordsOff        = []string{string(OffNone), string(OffDefault), string(OffFail), string(OffNever)}
	wordsCapacity   = words("unbounded bounded argument")
	wordsRole       = words(`timeout attempt_timeout dial_timeout read_timeout write_timeout header_timeout
		tls_timeout idle_timeout keepalive pool_max pool_idle pool_min pool_wait pool_wait_max pool_lifetime
		retry_max retry_time retry_wait_min retry_wait_max retry_if retry_switch queue_bound batch overflow
		concurrency rate breaker_trip breaker_open breaker_window breaker_probe breaker_volume
		transport client fallback hedge ctx`)
	wordsAgain = []string{string(AgainMarked), string(AgainDone), string(AgainConflict), string(AgainPoll), string(AgainAsked), string(AgainUnsent)}
	wordsMeans = []string{
		string(MeansTotal), string(MeansRetries), string(MeansLength), string(MeansOnce), string(MeansSwitch), string(MeansForever),
		string(MeansTime), string(MeansFewer), string(MeansCeiling), string(MeansGRPC), string(MeansPause), string(MeansJitter),
		string(MeansSteady), string(MeansCtx), string(MeansOptions), string(MeansStops), string(MeansEnds), string(MeansBrief),
	}
	wordsRefText = words("dsn env config header hint")
)

// does holds the words of the key does, by kind.
var does = []struct {
	kind  Kind
	words []string
}{
	{KindBreaker, words("wrap allow new middleware literal")},
	{KindLimiter, words("acquire try release submit wait allow reserve limit new wrap middleware")},
	{KindServer, words("handler register serve literal job middleware")},
}

// keysOf holds the keys an entry of a kind may have besides the common ones.
var keysOf = []struct {
	kind Kind
	keys []string
}{
	{KindOutbound, words("ctx dep bound default_timeout stream async idempotent")},
	{KindClientNew, words("ctx config makes dials fields result_methods")},
	{KindRetry, words(`mode op ctx attempts time bounded_by again only backoff jitter ctx_aware disable
		stop_errors covers fields name sets`)},
	{KindBreaker, words("does op fallback ctx dep config amount open_errors fields")},
	{KindFallback, words("op fallback")},
	{KindLimiter, words("does op ctx amount blocks queue bound fields")},
	{KindQueue, words("type new push pop len bound default blocks fields")},
	{KindServer, words("does ctx handler handler_ctx deadline default_timeout cancelled makes fields")},
	{KindDeadline, words("effect on ctx op amount handler")},
	{KindDelay, words("amount ctx_aware")},
}

var (
	keysCommon = words("kind for sym match lit var calltype shape iface note source")
	keysFile   = words("schema family modules packages entries")
	keysMatch  = words("recv methods pkg funcs except except_recv")
	keysShape  = words("first second last result result_has result_lacks example")
	keysWhere  = words("arg type recv via from")
	keysField  = words("f o param role default zero neg covers note src")
	keysTries  = words("from counts default zero neg")
	keysSet    = words("by means arg n zero neg")
	keysLimit  = words("from default zero")
)
