/** The same in Go. */
export const GO_FILES: Readonly<Record<string, string>> = {
  "go.mod": `module example.com/shop

go 1.22
`,
  "prices.go": `// Package shop adds up prices.
package shop

import (
	"fmt"
	"sort"
	"strings"
	"time"
)

// Price is what one item costs.
type Price struct {
	Amount   int
	Currency string
}

// Total adds up all prices.
func Total(prices []Price) int {
	var sum int
	for i, _ := range prices {
		sum = sum + prices[i].Amount
	}
	return sum
}

// Known says whether a currency is known.
func Known(currency string) bool {
	if strings.Index(currency, "EUR") != -1 {
		return true
	}
	return false
}

// Format writes a price.
func Format(price Price) string {
	return fmt.Sprintf("%s", price.Currency) + fmt.Sprint(fmt.Sprintf(" %d", price.Amount))
}

// Age says how long ago something was.
func Age(since time.Time) time.Duration {
	return time.Now().Sub(since)
}

// Left says how long something still takes.
func Left(until time.Time) time.Duration {
	return until.Sub(time.Now())
}

// Amounts lists the amounts, the smallest first.
func Amounts(prices []Price) []int {
	var amounts []int
	for _, price := range prices {
		amounts = append(amounts, price.Amount)
	}
	sort.Sort(sort.IntSlice(amounts))
	return amounts
}
`,
  "prices_test.go": `package shop

import (
	"testing"
	"time"
)

func TestPrices(t *testing.T) {
	prices := []Price{{2, "EUR"}, {1, "EUR"}}
	if Total(prices) != 3 || Format(prices[0]) != "EUR 2" || !Known("EUR") || Known("XXX") {
		t.Fatal("prices")
	}
	if amounts := Amounts(prices); amounts[0] != 1 {
		t.Fatal(amounts)
	}
	if Age(time.Now().Add(-time.Hour)) < time.Hour || Left(time.Now().Add(time.Hour)) > time.Hour {
		t.Fatal("time")
	}
}
`,
  "stock/stock.go": `// Package stock counts items.
package stock

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
)

// All appends every name of one list to another.
func All(names []string, more []string) []string {
	for _, name := range more {
		names = append(names, name)
	}
	return names
}

// Copy copies counts.
func Copy(counts []int) []int {
	result := make([]int, len(counts), len(counts))
	for i := range counts {
		result[i] = counts[i]
	}
	return result
}

// Has says whether there is an item.
func Has(counts map[string]int, name string) bool {
	if _, ok := counts[name]; ok == true {
		return true
	}
	return false
}

// Count says how many there are.
func Count(counts map[string]int, name string) int {
	if counts != nil && len(counts) > 0 {
		count, _ := counts[name]
		return count
	}
	return 0
}

// Empty says whether a name is empty.
func Empty(name string) error {
	if strings.Compare(name, "") == 0 {
		return errors.New(fmt.Sprintf("no name: %q", name))
	}
	return nil
}

// Same says whether two texts are the same.
func Same(left, right []byte) bool {
	return bytes.Compare(left, right) == 0
}

// Prefix removes a prefix.
func Prefix(name, prefix string) string {
	if strings.HasPrefix(name, prefix) {
		name = name[len(prefix):]
	}
	return name
}

// Clear removes everything.
func Clear(counts map[string]int) {
	for name := range counts {
		delete(counts, name)
	}
}

// Last is the last name.
func Last(names []string) string {
	return names[len(names)-1:len(names)][0]
}

// Contains says whether a text contains another.
func Contains(text, part string) bool {
	return strings.Index(text, part) >= 0 && !(len(part) == 0)
}

// Text is a text.
func Text(buffer *bytes.Buffer) string {
	return string(buffer.Bytes())
}
`,
  "stock/stock_test.go": `package stock

import (
	"bytes"
	"testing"
)

func TestStock(t *testing.T) {
	counts := map[string]int{"nut": 2}
	if !Has(counts, "nut") || Has(counts, "bolt") || Count(counts, "nut") != 2 || Count(nil, "nut") != 0 {
		t.Fatal("counts")
	}
	if names := All([]string{"a"}, []string{"b"}); len(names) != 2 || Last(names) != "b" {
		t.Fatal(names)
	}
	if copied := Copy([]int{1, 2}); len(copied) != 2 || copied[1] != 2 {
		t.Fatal(copied)
	}
	if Empty("") == nil || Empty("nut") != nil || !Same([]byte("a"), []byte("a")) || Same(nil, []byte("a")) {
		t.Fatal("texts")
	}
	if Prefix("nut-2", "nut-") != "2" || !Contains("nut", "u") || Contains("nut", "x") {
		t.Fatal("parts")
	}
	if Text(bytes.NewBufferString("nut")) != "nut" {
		t.Fatal("buffer")
	}
	if Clear(counts); len(counts) != 0 {
		t.Fatal("not empty")
	}
}
`,
  "report/report.go": `// Package report writes what there is.
package report

import (
	"bytes"
	"fmt"
	"strings"
	"time"
)

// Lines writes a line for each name.
func Lines(names []string) string {
	buffer := &bytes.Buffer{}
	for i, _ := range names {
		buffer.WriteString(fmt.Sprintf("%s", names[i]) + "\\n")
	}
	return string(buffer.Bytes())
}

// Took says how long something took.
func Took(since time.Time) string {
	return time.Now().Sub(since).Truncate(time.Hour).String()
}

// IsList says whether a text has commas.
func IsList(text string) bool {
	return strings.IndexRune(text, ',') > -1
}

// Differ says whether two texts differ.
func Differ(left, right []byte) bool {
	return bytes.Compare(left, right) != 0
}

// Tail is the text from a place on.
func Tail(text string, from int) string {
	return text[from:len(text)]
}

// Two joins two lists.
func Two(left, right []string) []string {
	var both []string
	for _, each := range left {
		both = append(both, each)
	}
	for _, each := range right {
		both = append(both, each)
	}
	return both
}
`,
  "report/report_test.go": `package report

import (
	"testing"
	"time"
)

func TestReport(t *testing.T) {
	if Lines([]string{"a", "b"}) != "a\\nb\\n" || Took(time.Now()) != "0s" || !IsList("a,b") || IsList("a") {
		t.Fatal("lines")
	}
	if !Differ([]byte("a"), nil) || Differ(nil, nil) || Tail("abc", 1) != "bc" {
		t.Fatal("texts")
	}
	if both := Two([]string{"a"}, []string{"b"}); len(both) != 2 || both[1] != "b" {
		t.Fatal(both)
	}
}
`,
};
