package size

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"time"
)

// A Length is how many items may wait in a queue.
type Length struct {
	Exact    float64       // timeout ÷ service × safety
	Items    int           // Exact, rounded down
	Answered time.Duration // how long the last of them waits for its answer, behind one that is being served
}

// QueueLength gives how long a queue may get: timeout ÷ service × safety. The callers wait
// timeout, and the items leave the queue one each service; where n workers drain it, that is
// an n-th of what one item takes. Safety is above 0 and below 1, and keeps room for the
// item's own service and for bad luck. Where it is near 1 and the queue short, that is not
// room enough: Answered is then longer than timeout.
func QueueLength(timeout, service time.Duration, safety float64) (Length, error) {
	err := first(checkDuration("timeout", timeout), checkDuration("service", service))
	if err != nil {
		return Length{}, err
	}
	if !(safety > 0 && safety < 1) {
		return Length{}, paramError("safety", number(safety), "a number above 0 and below 1, such as 0.8")
	}
	exact := new(big.Rat).SetFrac64(int64(timeout), int64(service))
	exact.Mul(exact, decimal(safety))
	items := int(floor(exact).Int64()) // below timeout ÷ service, so it fits
	f, _ := exact.Float64()
	return Length{f, items, time.Duration(items+1) * service}, nil
}

// A Pool is how many slots a pool needs.
type Pool struct {
	InUse float64 // rate × P99: in flight while all take that long
	Exact float64 // rate × P99 × margin
	Slots int     // Exact, rounded up
}

// PoolSize gives the slots for rate calls a second, 99 % of which take up to p99: by
// Little's law rate × P99 are in flight, and margin, 1 or more, is the room above that.
func PoolSize(rate float64, p99 time.Duration, margin float64) (Pool, error) {
	if err := first(checkRate("rate", rate), checkDuration("p99", p99)); err != nil {
		return Pool{}, err
	}
	if !(margin >= 1 && margin <= 100) {
		return Pool{}, paramError("margin", number(margin), "a number from 1 to 100; 1.5 to 2 is usual")
	}
	inUse := new(big.Rat).SetFrac64(int64(p99), int64(time.Second))
	inUse.Mul(inUse, decimal(rate))
	exact := new(big.Rat).Mul(inUse, decimal(margin))
	slots := ceil(exact)
	if !slots.IsInt64() || slots.Int64() > MaxSlots {
		is := fmt.Sprintf("%v with a P99 of %s, which takes more than %d slots", rate, p99, MaxSlots)
		return Pool{}, paramError("rate", is, "a smaller rate or P99")
	}
	in, _ := inUse.Float64()
	ex, _ := exact.Float64()
	return Pool{in, ex, int(slots.Int64())}, nil
}

// SlotRate gives the calls a second that get through slots while each holds its slot for
// all of timeout: what is left of a pool when its dependency hangs.
func SlotRate(slots int, timeout time.Duration) (float64, error) {
	if err := first(checkCount("slots", slots, 1, MaxSlots), checkDuration("timeout", timeout)); err != nil {
		return 0, err
	}
	return float64(slots) * float64(time.Second) / float64(timeout), nil
}

// Attempts gives how often what lies below nested layers is called for one request, where
// each layer makes so many attempts: their product.
func Attempts(layers []int) (int64, error) {
	if len(layers) == 0 {
		return 0, &ParamError{"the list of layers", "empty", "the attempts of each layer, such as 2 2 3"}
	}
	product := int64(1)
	for _, n := range layers {
		if n < 1 {
			return 0, paramError("a layer's attempts", n, "1 or more: the first attempt counts, too")
		}
		if product > math.MaxInt64/int64(n) {
			return 0, &ParamError{"the product", "above 2^63", "fewer layers or attempts"}
		}
		product *= int64(n)
	}
	return product, nil
}

// decimal is x as it is written down. In binary 0.29 × 100 is a little less than 29, and
// rounding down would lose one.
func decimal(x float64) *big.Rat {
	r, ok := new(big.Rat).SetString(strconv.FormatFloat(x, 'g', -1, 64))
	if !ok {
		return new(big.Rat) // not reached: x is finite
	}
	return r
}

// floor rounds down, towards minus infinity.
func floor(r *big.Rat) *big.Int {
	return new(big.Int).Div(r.Num(), r.Denom()) // Euclidean, and the denominator is positive
}

// ceil rounds up, towards infinity.
func ceil(r *big.Rat) *big.Int {
	down := floor(new(big.Rat).Neg(r))
	return down.Neg(down)
}
