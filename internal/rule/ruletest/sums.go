package ruletest

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// A Sum is a calculation in a text, such as 20/s × 60 s = 1200.
type Sum struct {
	Text string
	Got  float64 // what comes out, in the unit in which the text gives the result
	want float64
	ulp  float64 // the worth of the last digit that the text gives
}

// Right tells whether the text gives what comes out, rounded to the digits that it shows.
func (s Sum) Right() bool { return math.Abs(s.Got-s.want) <= s.ulp/2+1e-9*math.Abs(s.Got) }

const term = `(\d+(?:\.\d+)?)(/s|/min| ?(?:ns|ms|s|min|h|B|KB|MB|GB)\b)?`

var (
	sum  = regexp.MustCompile(term + `(?: [×÷+−] ` + term + `)+ = ` + term)
	part = regexp.MustCompile(`([×÷+−=] )?` + term)
)

// units gives what a number is multiplied by: to seconds, calls a second and bytes.
var units = map[string]float64{"": 1, "/s": 1, "/min": 1.0 / 60,
	"ns": 1e-9, "ms": 1e-3, "s": 1, "min": 60, "h": 3600,
	"B": 1, "KB": 1e3, "MB": 1e6, "GB": 1e9}

// Sums finds the calculations in a text and does them: × and ÷ before + and −.
func Sums(text string) []Sum {
	var out []Sum
	for _, found := range sum.FindAllString(strings.Join(strings.Fields(text), " "), -1) {
		s := Sum{Text: found}
		total, product := 0.0, 0.0
		for _, m := range part.FindAllStringSubmatch(found, -1) {
			n, err := strconv.ParseFloat(m[2], 64)
			if err != nil {
				continue // the expression lets nothing else through
			}
			unit := units[strings.TrimSpace(m[3])]
			switch v := n * unit; strings.TrimSpace(m[1]) {
			case "×":
				product *= v
			case "÷":
				product /= v
			case "=":
				s.Got, s.want, s.ulp = (total+product)/unit, n, digit(m[2])
			case "−":
				total, product = total+product, -v
			default:
				total, product = total+product, v
			}
		}
		out = append(out, s)
	}
	return out
}

// digit is the worth of the last digit of a number.
func digit(number string) float64 {
	_, after, _ := strings.Cut(number, ".")
	return math.Pow10(-len(after))
}
