package size

// A Class is a kind of calls that come a few a round and hold a slot for some rounds.
type Class struct {
	Name  string
	Calls int // a round
	Hold  int // rounds: the slot is free again before the calls of the round Hold later
	Slots int // its own, where the slots are divided
}

// Rounds asks what dividing a few slots does to two or more classes of calls, in rounds and
// without a queue. In each round the classes come in their order.
type Rounds struct {
	Rounds  int
	Classes []Class
}

// DefaultRounds is slow payments that hold their slot for four rounds before quick
// catalogue calls, with four slots.
func DefaultRounds() Rounds {
	return Rounds{6, []Class{{"payments", 2, 4, 1}, {"catalogue", 2, 1, 3}}}
}

// A Share is what one class got. Done counts the calls that got a slot, the last of which
// may end after the last round.
type Share struct{ Done, Dropped int }

// Simulate gives the share of each class, with all slots shared and with them divided.
func (r Rounds) Simulate() (shared, divided []Share, err error) {
	if err := r.check(); err != nil {
		return nil, nil, err
	}
	all := 0
	own := make([]int, len(r.Classes)) // the pool of each class, and its slots
	for i, c := range r.Classes {
		own[i] = c.Slots
		all += c.Slots
	}
	return r.simulate([]int{all}), r.simulate(own), nil
}

func (r Rounds) check() error {
	if err := checkCount("rounds", r.Rounds, 1, MaxCalls); err != nil {
		return err
	}
	if len(r.Classes) < 2 {
		return paramError("the number of classes", len(r.Classes), "2 or more")
	}
	calls := 0
	for _, c := range r.Classes {
		err := first(
			checkCount("calls", c.Calls, 1, MaxCalls),
			checkCount("hold", c.Hold, 1, MaxCalls),
			checkCount("slots", c.Slots, 1, MaxSlots),
		)
		if err != nil {
			return err
		}
		// Two numbers up to MaxCalls, so that their product fits.
		if calls += r.Rounds * c.Calls; calls > MaxCalls {
			return paramError("rounds", r.Rounds, "less: %d calls of all classes are the limit", MaxCalls)
		}
	}
	return nil
}

// simulate takes the slots of each pool: one for all classes, or one for each.
func (r Rounds) simulate(slots []int) []Share {
	free := append([]int(nil), slots...)
	back := make([][]int, len(slots)) // by pool and round: the slots that come back
	for i := range back {
		back[i] = make([]int, r.Rounds)
	}
	out := make([]Share, len(r.Classes))
	for round := range r.Rounds {
		for i := range free {
			free[i] += back[i][round]
		}
		for i, c := range r.Classes {
			pool := i % len(slots) // 0 where there is one for all
			done := min(c.Calls, free[pool])
			free[pool] -= done
			if end := round + c.Hold; end < r.Rounds {
				back[pool][end] += done
			}
			out[i].Done += done
			out[i].Dropped += c.Calls - done
		}
	}
	return out
}
