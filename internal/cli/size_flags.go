package cli

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// A sizeFlag is a parameter of a question. Package flag has types of its own, but these
// say of a wrong value no more than that it is wrong.
type sizeFlag interface {
	flag.Value
	json() (unit string, value any) // the unit as it ends the name
}

type (
	timeFlag   time.Duration
	countFlag  int
	numberFlag float64
	countsFlag []int
	namesFlag  []string
)

func timeVar(fs *flag.FlagSet, p *time.Duration, name, usage string) {
	fs.Var((*timeFlag)(p), name, usage)
}

func countVar(fs *flag.FlagSet, p *int, name, usage string) {
	fs.Var((*countFlag)(p), name, usage)
}

func numberVar(fs *flag.FlagSet, p *float64, name, usage string) {
	fs.Var((*numberFlag)(p), name, usage)
}

func (f *timeFlag) String() string      { return time.Duration(*f).String() }
func (f *timeFlag) json() (string, any) { return "_ms", millis(time.Duration(*f)) }

func (f *timeFlag) Set(s string) error {
	d, err := time.ParseDuration(s)
	if err != nil {
		return errors.New("write a time with its unit, such as 200ms or 3s")
	}
	*f = timeFlag(d)
	return nil
}

func (f *countFlag) String() string      { return strconv.Itoa(int(*f)) }
func (f *countFlag) json() (string, any) { return "", int(*f) }

func (f *countFlag) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil {
		return errors.New("write a whole number, such as 20")
	}
	*f = countFlag(n)
	return nil
}

func (f *numberFlag) String() string      { return plain(float64(*f)) }
func (f *numberFlag) json() (string, any) { return "", float64(*f) }

func (f *numberFlag) Set(s string) error {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		return errors.New("write a number, such as 0.8 or 500")
	}
	*f = numberFlag(x)
	return nil
}

func (f *countsFlag) String() string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint([]int(*f)), " ", ","), "[]")
}
func (f *countsFlag) json() (string, any) { return "", []int(*f) }

func (f *countsFlag) Set(s string) error {
	var out countsFlag
	for part := range strings.SplitSeq(s, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil {
			return errors.New("write whole numbers with commas, such as 2,2")
		}
		out = append(out, n)
	}
	*f = out
	return nil
}

func (f *namesFlag) String() string      { return strings.Join(*f, ",") }
func (f *namesFlag) json() (string, any) { return "", []string(*f) }

func (f *namesFlag) Set(s string) error {
	var out namesFlag
	for part := range strings.SplitSeq(s, ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			return errors.New("write names with commas, such as payments,catalogue")
		}
		out = append(out, part)
	}
	*f = out
	return nil
}

// millis is a time as JSON has it.
func millis(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// plain writes a number without an exponent where people would.
func plain(x float64) string {
	if a := math.Abs(x); a == 0 || a >= 1e-6 && a < 1e15 {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// about writes what was worked out with one digit after the point, small numbers with two
// that count.
func about(x float64) string {
	if x < 1 {
		return plain(significant(x, 2))
	}
	return plain(math.Round(x*10) / 10)
}

// significant rounds to so many digits that count.
func significant(x float64, digits int) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', digits, 64), 64)
	if err != nil {
		return x // not reached: it was written by strconv
	}
	return rounded
}

// inMillis writes a time in whole milliseconds, what is over cut off, or below ten with
// three digits that count.
func inMillis(d time.Duration) string {
	if d >= 10*time.Millisecond {
		return strconv.FormatInt(d.Milliseconds(), 10) + " ms"
	}
	return plain(significant(millis(d), 3)) + " ms"
}

// percent writes a part of a whole that is not 0.
func percent(part, whole int) string {
	return strconv.FormatFloat(100*float64(part)/float64(whole), 'f', 1, 64) + " %"
}
