// # Kind size
//
// # What it reports
//
// A pool for work that waits for other machines, sized by the number of cores:
// runtime.NumCPU or runtime.GOMAXPROCS. Told at low confidence.
//
// # Why it matters
//
// What waits needs no core. By Little's law 500 calls a second of 20 ms each are 500/s × 20
// ms = 10 in flight, and with twice that for bursts the pool has 500/s × 20 ms × 2 = 20
// places. On a container with 2 cores the pool of the example passes 2 ÷ 20 ms = 100 calls
// a second, a fifth of what comes. On a machine with 64 cores it lets 64 at once at a
// dependency that was made for 20.
//
// resilint size pool -rate 500 -p99 20ms -margin 2 gives the figure.
//
// # Example
//
// Two cores, two calls at a time:
//
//	func fetchAll(urls <-chan string, client *http.Client, use func(*http.Response)) {
//		var wg sync.WaitGroup
//		for range runtime.NumCPU() {
//			wg.Add(1)
//			go func() {
//				defer wg.Done()
//				for u := range urls {
//					if resp, err := client.Get(u); err == nil {
//						use(resp)
//					}
//				}
//			}()
//		}
//		wg.Wait()
//	}
//
// As many as rate and time ask for:
//
//	const places = 20 // 500 a second × 20 ms × 2
//
//	func fetchAll(urls <-chan string, client *http.Client, use func(*http.Response)) {
//		var wg sync.WaitGroup
//		for range places {
//			wg.Add(1)
//			go func() {
//				defer wg.Done()
//				for u := range urls {
//					if resp, err := client.Get(u); err == nil {
//						use(resp)
//					}
//				}
//			}()
//		}
//		wg.Wait()
//	}
//
// # How to fix
//
// Size it by rate × time held × 1.5 to 2, and by what the far side can take.
//
//   - errgroup: SetLimit(n). ants.NewPool(n), pond.NewPool(n), conc's WithMaxGoroutines(n):
//     n from that formula.
//   - go-redis: PoolSize is 10 for each core by default; set it.
//   - pgxpool: MaxConns is the larger of 4 and the number of cores by default; set it,
//     below what the database allows for all its clients.
//   - database/sql: SetMaxOpenConns(n) and SetMaxIdleConns(n).
//
// # When it stays silent
//
// For work on the cores, such as hashing, compression and parsing: there the number of
// cores is right. In tests, examples, generated code and programs that run once and end.
//
// # Options
//
// None. It is shown with -confidence low, or -checks sharedclient/size.
//
// # Limits
//
// Whether the work waits is known where a call that leaves the process is seen in it.
//
// # References
//
// Where the formula comes from: docs/size.md in https://github.com/resilint/resilint.
//
// GOMAXPROCS in containers: https://go.dev/blog/container-aware-gomaxprocs.
package sharedclient
