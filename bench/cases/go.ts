import type { Program } from "./program.ts";

/**
 * Small Go programs written for this benchmark: slices, maps, runes, structs and methods, errors, generics,
 * closures, goroutines.
 */
export const programs: readonly Program[] = [
  {
    name: "intervals",
    kind: "go",
    style: "functions",
    exports: ["Merge", "Total"],
    code: `package intervals

import "sort"

type Interval struct {
	Start, End int
}

// Merge joins intervals that overlap or touch.
func Merge(given []Interval) []Interval {
	if len(given) == 0 {
		return nil
	}
	sorted := append([]Interval(nil), given...)
	sort.Slice(sorted, func(i, j int) bool { return sorted[i].Start < sorted[j].Start })
	merged := []Interval{sorted[0]}
	for _, next := range sorted[1:] {
		last := &merged[len(merged)-1]
		if next.Start <= last.End {
			last.End = max(last.End, next.End)
			continue
		}
		merged = append(merged, next)
	}
	return merged
}

// Total is the length that is covered at least once.
func Total(given []Interval) int {
	sum := 0
	for _, each := range Merge(given) {
		sum += each.End - each.Start
	}
	return sum
}
`,
    visible: [
      ["Merge([]Interval{{5, 8}, {1, 3}, {2, 4}})", "[]Interval{{1, 4}, {5, 8}}"],
      ["Merge([]Interval{{1, 10}, {2, 3}, {4, 5}})", "[]Interval{{1, 10}}"],
      ["Merge([]Interval{{1, 2}, {2, 3}})", "[]Interval{{1, 3}}"],
      ["Total([]Interval{{1, 4}, {2, 6}, {10, 11}})", "6"],
      ["len(Merge(nil))", "0"],
    ],
    hidden: [
      ["Merge([]Interval{{8, 9}, {1, 4}, {3, 8}})", "[]Interval{{1, 9}}"],
      ["Merge([]Interval{{7, 9}, {0, 5}, {1, 2}, {6, 6}})", "[]Interval{{0, 5}, {6, 6}, {7, 9}}"],
      ["Total([]Interval{{0, 100}, {50, 60}, {100, 101}})", "101"],
      ["Total(nil)", "0"],
    ],
    bugs: [
      ["next.Start <= last.End", "next.Start < last.End"],
      ["max(last.End, next.End)", "next.End"],
      ["sum += each.End - each.Start", "sum += each.End"],
      ["sorted[i].Start < sorted[j].Start", "sorted[i].Start > sorted[j].Start"],
    ],
  },
  {
    name: "lru",
    kind: "go",
    style: "subtests",
    exports: ["New"],
    code: `package lru

// Cache keeps the values that were used last.
type Cache struct {
	limit  int
	order  []string
	values map[string]int
}

func New(limit int) *Cache {
	return &Cache{limit: limit, values: map[string]int{}}
}

func (c *Cache) Get(key string) (int, bool) {
	value, ok := c.values[key]
	if ok {
		c.touch(key)
	}
	return value, ok
}

func (c *Cache) Put(key string, value int) {
	c.values[key] = value
	c.touch(key)
	if len(c.order) > c.limit {
		oldest := c.order[0]
		c.order = c.order[1:]
		delete(c.values, oldest)
	}
}

func (c *Cache) Keys() []string {
	return append([]string{}, c.order...)
}

func (c *Cache) touch(key string) {
	for i, known := range c.order {
		if known == key {
			c.order = append(c.order[:i], c.order[i+1:]...)
			break
		}
	}
	c.order = append(c.order, key)
}
`,
    setup: `func after(limit int, keys ...string) []string {
	cache := New(limit)
	for i, key := range keys {
		if key[0] == '?' {
			cache.Get(key[1:])
			continue
		}
		cache.Put(key, i)
	}
	return cache.Keys()
}

func value(cache *Cache, key string) int {
	value, ok := cache.Get(key)
	if !ok {
		return -1
	}
	return value
}

func filled(limit int, keys ...string) *Cache {
	cache := New(limit)
	for i, key := range keys {
		cache.Put(key, i)
	}
	return cache
}
`,
    visible: [
      ['after(2, "a", "b", "c")', '[]string{"b", "c"}'],
      ['after(2, "a", "b", "?a", "c")', '[]string{"a", "c"}'],
      ['after(3, "a", "b", "a")', '[]string{"b", "a"}'],
      ['value(filled(2, "a", "b", "c"), "a")', "-1"],
      ['value(filled(2, "a", "b", "c"), "c")', "2"],
      ['value(filled(2, "a", "a"), "a")', "1"],
    ],
    hidden: [
      ['after(2, "x", "y", "?x", "?y", "z")', '[]string{"y", "z"}'],
      ['after(1, "x", "y")', '[]string{"y"}'],
      ['after(3, "a", "b", "c", "?b", "d", "e")', '[]string{"b", "d", "e"}'],
      ['value(filled(3, "a", "b", "c", "d"), "b")', "1"],
    ],
    bugs: [
      ["len(c.order) > c.limit", "len(c.order) >= c.limit"],
      ["c.order[i+1:]...)\n\t\t\tbreak", "c.order[i:]...)\n\t\t\tbreak"],
      ["\t\tdelete(c.values, oldest)\n", "\t\t_ = oldest\n"],
      ["\tif ok {\n\t\tc.touch(key)\n\t}\n", ""],
      ["oldest := c.order[0]", "oldest := c.order[1]"],
    ],
  },
  {
    name: "words",
    kind: "go",
    style: "functions",
    exports: ["Top", "Title"],
    code: `package words

import (
	"sort"
	"strings"
	"unicode"
)

// Top gives the n most frequent words, ties in alphabetical order.
func Top(text string, n int) []string {
	counts := map[string]int{}
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
		counts[word]++
	}
	names := make([]string, 0, len(counts))
	for word := range counts {
		names = append(names, word)
	}
	sort.Slice(names, func(i, j int) bool {
		if counts[names[i]] != counts[names[j]] {
			return counts[names[i]] > counts[names[j]]
		}
		return names[i] < names[j]
	})
	if len(names) > n {
		names = names[:n]
	}
	return names
}

// Title makes the first letter of each word upper case and the rest lower case.
func Title(text string) string {
	words := strings.Fields(text)
	for i, word := range words {
		runes := []rune(strings.ToLower(word))
		runes[0] = unicode.ToUpper(runes[0])
		words[i] = string(runes)
	}
	return strings.Join(words, " ")
}
`,
    visible: [
      ['Top("b a c a b a", 2)', '[]string{"a", "b"}'],
      ['Top("The end. the End! THE", 5)', '[]string{"the", "end"}'],
      ['Top("x y z", 2)', '[]string{"x", "y"}'],
      ['Title("hELLO wide WORLD")', '"Hello Wide World"'],
      ['Title("  ärger  ")', '"Ärger"'],
    ],
    hidden: [
      ['Top("one two two three three three", 1)', '[]string{"three"}'],
      ['Top("a1b2a", 3)', '[]string{"a", "b"}'],
      ['Top("", 3)', "[]string{}"],
      ['Title("x yY")', '"X Yy"'],
      ['Title("éCOLE normale")', '"École Normale"'],
    ],
    bugs: [
      ["counts[names[i]] > counts[names[j]]", "counts[names[i]] < counts[names[j]]"],
      ["names = names[:n]", "names = names[n:]"],
      ["return !unicode.IsLetter(r)", "return unicode.IsLetter(r)"],
      ["[]rune(strings.ToLower(word))", "[]rune(word)"],
      ['strings.Join(words, " ")', 'strings.Join(words, "")'],
    ],
  },
  {
    name: "bank",
    kind: "go",
    style: "functions",
    exports: ["Open"],
    code: `package bank

import (
	"errors"
	"fmt"
)

var ErrFunds = errors.New("not enough money")

type Account struct {
	Owner   string
	balance int
	history []string
}

func Open(owner string, balance int) *Account {
	return &Account{Owner: owner, balance: balance}
}

func (a *Account) Balance() int { return a.balance }

func (a *Account) Deposit(amount int) error {
	if amount <= 0 {
		return fmt.Errorf("cannot deposit %d", amount)
	}
	a.balance += amount
	a.history = append(a.history, fmt.Sprintf("+%d", amount))
	return nil
}

func (a *Account) Withdraw(amount int) error {
	if amount > a.balance {
		return ErrFunds
	}
	a.balance -= amount
	a.history = append(a.history, fmt.Sprintf("-%d", amount))
	return nil
}

func (a *Account) Transfer(to *Account, amount int) error {
	if err := a.Withdraw(amount); err != nil {
		return err
	}
	return to.Deposit(amount)
}

func (a *Account) History() []string { return a.history }
`,
    setup: `func moved(amount int) [2]int {
	from, to := Open("a", 100), Open("b", 5)
	from.Transfer(to, amount)
	return [2]int{from.Balance(), to.Balance()}
}

func story() []string {
	account := Open("a", 10)
	account.Deposit(5)
	account.Withdraw(15)
	account.Withdraw(1)
	account.Deposit(-3)
	return account.History()
}
`,
    visible: [
      ["moved(30)", "[2]int{70, 35}"],
      ["moved(500)", "[2]int{100, 5}"],
      ["moved(100)", "[2]int{0, 105}"],
      ["story()", '[]string{"+5", "-15"}'],
      ['Open("a", 1).Withdraw(2)', "ErrFunds"],
      ['Open("a", 1).Deposit(0) != nil', "true"],
    ],
    hidden: [
      ["moved(1)", "[2]int{99, 6}"],
      ["moved(101)", "[2]int{100, 5}"],
      ['Open("a", 2).Withdraw(2)', "error(nil)"],
      ['Open("a", 2).Deposit(-1) == nil', "false"],
      ['Open("a", 2).Balance()', "2"],
    ],
    bugs: [
      ["amount > a.balance", "amount >= a.balance"],
      ["a.balance -= amount", "a.balance += amount"],
      ["amount <= 0", "amount < 0"],
      ["a.Withdraw(amount); err != nil", "a.Withdraw(amount); err == nil"],
      ["return to.Deposit(amount)", "return a.Deposit(amount)"],
      ['fmt.Sprintf("-%d", amount)', 'fmt.Sprintf("+%d", amount)'],
    ],
  },
  {
    name: "matrix",
    kind: "go",
    style: "loop",
    exports: ["Multiply", "Transpose", "Spiral"],
    code: `package matrix

// Multiply gives nil where the sizes do not fit.
func Multiply(a, b [][]int) [][]int {
	if len(a) == 0 || len(b) == 0 || len(a[0]) != len(b) {
		return nil
	}
	product := make([][]int, len(a))
	for i := range a {
		product[i] = make([]int, len(b[0]))
		for j := range b[0] {
			sum := 0
			for k := range b {
				sum += a[i][k] * b[k][j]
			}
			product[i][j] = sum
		}
	}
	return product
}

func Transpose(m [][]int) [][]int {
	if len(m) == 0 {
		return nil
	}
	turned := make([][]int, len(m[0]))
	for column := range turned {
		turned[column] = make([]int, len(m))
		for row := range m {
			turned[column][row] = m[row][column]
		}
	}
	return turned
}

// Spiral reads a matrix from outside to inside.
func Spiral(m [][]int) []int {
	var out []int
	top, bottom := 0, len(m)-1
	if bottom < 0 {
		return out
	}
	left, right := 0, len(m[0])-1
	for top <= bottom && left <= right {
		for c := left; c <= right; c++ {
			out = append(out, m[top][c])
		}
		top++
		for r := top; r <= bottom; r++ {
			out = append(out, m[r][right])
		}
		right--
		if top <= bottom {
			for c := right; c >= left; c-- {
				out = append(out, m[bottom][c])
			}
			bottom--
		}
		if left <= right {
			for r := bottom; r >= top; r-- {
				out = append(out, m[r][left])
			}
			left++
		}
	}
	return out
}
`,
    visible: [
      ["Multiply([][]int{{1, 2}, {3, 4}}, [][]int{{5, 6}, {7, 8}})", "[][]int{{19, 22}, {43, 50}}"],
      ["Multiply([][]int{{1, 2, 3}}, [][]int{{1}, {2}, {3}})", "[][]int{{14}}"],
      ["len(Multiply([][]int{{1, 2}}, [][]int{{1, 2}}))", "0"],
      ["Transpose([][]int{{1, 2, 3}, {4, 5, 6}})", "[][]int{{1, 4}, {2, 5}, {3, 6}}"],
      ["Spiral([][]int{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}})", "[]int{1, 2, 3, 6, 9, 8, 7, 4, 5}"],
      ["Spiral([][]int{{1, 2}})", "[]int{1, 2}"],
      ["Spiral([][]int{{1}, {2}, {3}})", "[]int{1, 2, 3}"],
    ],
    hidden: [
      ["Multiply([][]int{{1}, {2}}, [][]int{{3, 4, 5}})", "[][]int{{3, 4, 5}, {6, 8, 10}}"],
      ["Transpose([][]int{{1}, {2}})", "[][]int{{1, 2}}"],
      [
        "Spiral([][]int{{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}})",
        "[]int{1, 2, 3, 4, 8, 12, 11, 10, 9, 5, 6, 7}",
      ],
      ["Spiral([][]int{{1, 2}, {3, 4}, {5, 6}, {7, 8}})", "[]int{1, 2, 4, 6, 8, 7, 5, 3}"],
    ],
    bugs: [
      ["a[i][k] * b[k][j]", "a[i][k] * b[j][k]"],
      ["make([]int, len(b[0]))", "make([]int, len(b))"],
      ["turned[column][row] = m[row][column]", "turned[column][row] = m[column][row]"],
      ["c := right; c >= left; c--", "c := right; c > left; c--"],
      ["\t\ttop++\n\t\tfor r", "\t\tfor r"],
      ["left, right := 0, len(m[0])-1", "left, right := 0, len(m[0])"],
    ],
  },
  {
    name: "graph",
    kind: "go",
    style: "functions",
    exports: ["Distances", "HasCycle", "Order"],
    code: `package graph

import "sort"

// Distances counts steps from a node to all that can be reached.
func Distances(edges map[string][]string, from string) map[string]int {
	distances := map[string]int{from: 0}
	queue := []string{from}
	for len(queue) > 0 {
		node := queue[0]
		queue = queue[1:]
		for _, next := range edges[node] {
			if _, seen := distances[next]; !seen {
				distances[next] = distances[node] + 1
				queue = append(queue, next)
			}
		}
	}
	return distances
}

func HasCycle(edges map[string][]string) bool {
	state := map[string]int{}
	var visit func(node string) bool
	visit = func(node string) bool {
		if state[node] == 1 {
			return true
		}
		if state[node] == 2 {
			return false
		}
		state[node] = 1
		for _, next := range edges[node] {
			if visit(next) {
				return true
			}
		}
		state[node] = 2
		return false
	}
	for node := range edges {
		if visit(node) {
			return true
		}
	}
	return false
}

// Order puts every node after the nodes it needs; names break ties.
func Order(needs map[string][]string) []string {
	done := map[string]bool{}
	var order []string
	names := make([]string, 0, len(needs))
	for name := range needs {
		names = append(names, name)
	}
	sort.Strings(names)
	var add func(name string)
	add = func(name string) {
		if done[name] {
			return
		}
		done[name] = true
		for _, need := range needs[name] {
			add(need)
		}
		order = append(order, name)
	}
	for _, name := range names {
		add(name)
	}
	return order
}
`,
    visible: [
      [
        'Distances(map[string][]string{"a": {"b", "c"}, "b": {"d"}, "c": {"d"}, "d": {"e"}}, "a")',
        'map[string]int{"a": 0, "b": 1, "c": 1, "d": 2, "e": 3}',
      ],
      ['Distances(map[string][]string{"a": {"b"}, "b": {"a"}}, "b")', 'map[string]int{"b": 0, "a": 1}'],
      ['HasCycle(map[string][]string{"a": {"b"}, "b": {"c"}, "c": {"a"}})', "true"],
      ['HasCycle(map[string][]string{"a": {"b", "c"}, "b": {"d"}, "c": {"d"}})', "false"],
      [
        'Order(map[string][]string{"app": {"log", "db"}, "db": {"log"}, "log": nil})',
        '[]string{"log", "db", "app"}',
      ],
      ['Order(map[string][]string{"b": nil, "a": nil})', '[]string{"a", "b"}'],
    ],
    hidden: [
      ['Distances(map[string][]string{}, "x")', 'map[string]int{"x": 0}'],
      [
        'Distances(map[string][]string{"a": {"b"}, "b": {"c"}, "c": {"d", "a"}}, "a")',
        'map[string]int{"a": 0, "b": 1, "c": 2, "d": 3}',
      ],
      ['HasCycle(map[string][]string{"a": {"a"}})', "true"],
      ['HasCycle(map[string][]string{"a": {"b"}, "c": {"b"}, "d": {"a", "c", "b"}})', "false"],
      ['Order(map[string][]string{"z": {"a"}, "a": {"m"}, "m": nil})', '[]string{"m", "a", "z"}'],
    ],
    bugs: [
      ["distances[node] + 1", "distances[next] + 1"],
      ["; !seen {", "; seen {"],
      ["\t\tstate[node] = 2\n", ""],
      [
        "for _, need := range needs[name] {\n\t\t\tadd(need)\n\t\t}\n\t\torder = append(order, name)",
        "order = append(order, name)\n\t\tfor _, need := range needs[name] {\n\t\t\tadd(need)\n\t\t}",
      ],
      ["\tsort.Strings(names)\n", "\tsort.Sort(sort.Reverse(sort.StringSlice(names)))\n"],
    ],
  },
  {
    name: "roman",
    kind: "go",
    style: "subtests",
    exports: ["Parse", "Format"],
    code: `package roman

import (
	"fmt"
	"strings"
)

var values = map[rune]int{'I': 1, 'V': 5, 'X': 10, 'L': 50, 'C': 100, 'D': 500, 'M': 1000}

var steps = []struct {
	value  int
	letter string
}{
	{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"},
	{50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"},
}

func Parse(text string) (int, error) {
	sum, last := 0, 0
	for i := len(text) - 1; i >= 0; i-- {
		value, ok := values[rune(text[i])]
		if !ok {
			return 0, fmt.Errorf("no roman digit: %c", text[i])
		}
		if value < last {
			sum -= value
		} else {
			sum += value
		}
		last = value
	}
	return sum, nil
}

func Format(number int) string {
	var out strings.Builder
	for _, step := range steps {
		for number >= step.value {
			out.WriteString(step.letter)
			number -= step.value
		}
	}
	return out.String()
}
`,
    setup: `func parsed(text string) int {
	value, err := Parse(text)
	if err != nil {
		return -1
	}
	return value
}
`,
    visible: [
      ['parsed("XIV")', "14"],
      ['parsed("MCMXCIX")', "1999"],
      ['parsed("VII")', "7"],
      ['parsed("XLI")', "41"],
      ['parsed("A")', "-1"],
      ["Format(14)", '"XIV"'],
      ["Format(1999)", '"MCMXCIX"'],
      ["Format(3)", '"III"'],
      ["Format(46)", '"XLVI"'],
    ],
    hidden: [
      ['parsed("CDXLIV")', "444"],
      ['parsed("MMXXVI")', "2026"],
      ['parsed("")', "0"],
      ["Format(444)", '"CDXLIV"'],
      ["Format(2026)", '"MMXXVI"'],
      ["Format(0)", '""'],
    ],
    bugs: [
      ["if value < last", "if value <= last"],
      ["i := len(text) - 1; i >= 0", "i := len(text) - 1; i > 0"],
      ["\t\tlast = value\n", ""],
      ["number >= step.value", "number > step.value"],
      ["'L': 50", "'L': 500"],
    ],
  },
  {
    name: "stack",
    kind: "go",
    style: "functions",
    exports: ["Evaluate", "Balanced"],
    code: `package stack

import (
	"errors"
	"strconv"
	"strings"
)

type Stack[T any] struct {
	items []T
}

func (s *Stack[T]) Push(item T) {
	s.items = append(s.items, item)
}

func (s *Stack[T]) Pop() (T, bool) {
	var none T
	if len(s.items) == 0 {
		return none, false
	}
	last := s.items[len(s.items)-1]
	s.items = s.items[:len(s.items)-1]
	return last, true
}

func (s *Stack[T]) Len() int { return len(s.items) }

var ErrInput = errors.New("bad input")

// Evaluate reads reverse Polish notation.
func Evaluate(text string) (int, error) {
	numbers := &Stack[int]{}
	for _, token := range strings.Fields(text) {
		if number, err := strconv.Atoi(token); err == nil {
			numbers.Push(number)
			continue
		}
		right, first := numbers.Pop()
		left, second := numbers.Pop()
		if !first || !second {
			return 0, ErrInput
		}
		switch token {
		case "+":
			numbers.Push(left + right)
		case "-":
			numbers.Push(left - right)
		case "*":
			numbers.Push(left * right)
		case "/":
			if right == 0 {
				return 0, ErrInput
			}
			numbers.Push(left / right)
		default:
			return 0, ErrInput
		}
	}
	if numbers.Len() != 1 {
		return 0, ErrInput
	}
	result, _ := numbers.Pop()
	return result, nil
}

func Balanced(text string) bool {
	pairs := map[rune]rune{')': '(', ']': '[', '}': '{'}
	open := &Stack[rune]{}
	for _, r := range text {
		switch r {
		case '(', '[', '{':
			open.Push(r)
		case ')', ']', '}':
			last, ok := open.Pop()
			if !ok || last != pairs[r] {
				return false
			}
		}
	}
	return open.Len() == 0
}
`,
    setup: `func result(text string) string {
	value, err := Evaluate(text)
	if err != nil {
		return err.Error()
	}
	return strconv.Itoa(value)
}
`,
    imports: ["strconv"],
    visible: [
      ['result("3 4 + 2 *")', '"14"'],
      ['result("10 4 -")', '"6"'],
      ['result("12 3 /")', '"4"'],
      ['result("1 0 /")', '"bad input"'],
      ['result("1 +")', '"bad input"'],
      ['result("1 2")', '"bad input"'],
      ['Balanced("{[()]}()")', "true"],
      ['Balanced("(]")', "false"],
      ['Balanced("((")', "false"],
      ['Balanced(")")', "false"],
    ],
    hidden: [
      ['result("5 1 2 + 4 * + 3 -")', '"14"'],
      ['result("7")', '"7"'],
      ['result("2 8 /")', '"0"'],
      ['result("1 2 ?")', '"bad input"'],
      ['Balanced("a(b)[c]{}")', "true"],
      ['Balanced("([)]")', "false"],
      ['Balanced("")', "true"],
    ],
    bugs: [
      ["s.items = s.items[:len(s.items)-1]", "s.items = s.items[1:]"],
      ["left - right", "right - left"],
      ["if !first || !second", "if !first && !second"],
      ["numbers.Len() != 1", "numbers.Len() == 0"],
      ["!ok || last != pairs[r]", "last != pairs[r] && ok"],
      ["return open.Len() == 0", "return true"],
    ],
  },
  {
    name: "search",
    kind: "go",
    style: "loop",
    exports: ["Find", "Lower", "Rotated"],
    code: `package search

// Find gives the index of a value in a sorted slice, or -1.
func Find(sorted []int, wanted int) int {
	low, high := 0, len(sorted)-1
	for low <= high {
		middle := low + (high-low)/2
		if sorted[middle] == wanted {
			return middle
		}
		if sorted[middle] < wanted {
			low = middle + 1
		} else {
			high = middle - 1
		}
	}
	return -1
}

// Lower is the first index whose value is not less than the wanted one.
func Lower(sorted []int, wanted int) int {
	low, high := 0, len(sorted)
	for low < high {
		middle := (low + high) / 2
		if sorted[middle] < wanted {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low
}

// Rotated is how often a sorted slice was rotated to the right.
func Rotated(values []int) int {
	least := 0
	for i, value := range values {
		if value < values[least] {
			least = i
		}
	}
	return least
}
`,
    visible: [
      ["Find([]int{1, 3, 5, 7, 9}, 7)", "3"],
      ["Find([]int{1, 3, 5, 7, 9}, 1)", "0"],
      ["Find([]int{1, 3, 5, 7, 9}, 9)", "4"],
      ["Find([]int{1, 3, 5}, 4)", "-1"],
      ["Find(nil, 4)", "-1"],
      ["Lower([]int{1, 3, 3, 5}, 3)", "1"],
      ["Lower([]int{1, 3, 3, 5}, 6)", "4"],
      ["Lower([]int{1, 3, 3, 5}, 0)", "0"],
      ["Rotated([]int{4, 5, 1, 2, 3})", "2"],
      ["Rotated([]int{1, 2, 3})", "0"],
    ],
    hidden: [
      ["Find([]int{2}, 2)", "0"],
      ["Find([]int{2, 4}, 4)", "1"],
      ["Find([]int{2, 4, 6, 8}, 5)", "-1"],
      ["Lower([]int{2, 4, 6}, 5)", "2"],
      ["Lower(nil, 5)", "0"],
      ["Rotated([]int{2, 1})", "1"],
    ],
    bugs: [
      ["for low <= high {", "for low < high {"],
      [
        "low = middle + 1\n\t\t} else {\n\t\t\thigh = middle - 1",
        "low = middle\n\t\t} else {\n\t\t\thigh = middle - 1",
      ],
      ["low, high := 0, len(sorted)\n", "low, high := 0, len(sorted)-1\n"],
      ["value < values[least]", "value < values[0]"],
    ],
  },
  {
    name: "money",
    kind: "go",
    style: "subtests",
    exports: ["Format", "Split", "Parse"],
    code: `package money

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Format writes cents as 1,234.50.
func Format(cents int) string {
	sign := ""
	if cents < 0 {
		sign = "-"
		cents = -cents
	}
	whole := strconv.Itoa(cents / 100)
	var groups []string
	for len(whole) > 3 {
		groups = append([]string{whole[len(whole)-3:]}, groups...)
		whole = whole[:len(whole)-3]
	}
	groups = append([]string{whole}, groups...)
	return fmt.Sprintf("%s%s.%02d", sign, strings.Join(groups, ","), cents%100)
}

// Split shares cents so that no share differs by more than one; the first get more.
func Split(cents, people int) []int {
	if people <= 0 {
		return nil
	}
	shares := make([]int, people)
	rest := cents % people
	for i := range shares {
		shares[i] = cents / people
		if i < rest {
			shares[i]++
		}
	}
	return shares
}

func Parse(text string) (int, error) {
	whole, part, found := strings.Cut(strings.ReplaceAll(text, ",", ""), ".")
	units, err := strconv.Atoi(whole)
	if err != nil {
		return 0, err
	}
	if !found {
		return units * 100, nil
	}
	if len(part) != 2 {
		return 0, errors.New("two digits, please")
	}
	cents, err := strconv.Atoi(part)
	if err != nil {
		return 0, err
	}
	return units*100 + cents, nil
}
`,
    setup: `func parsed(text string) int {
	value, err := Parse(text)
	if err != nil {
		return -1
	}
	return value
}
`,
    visible: [
      ["Format(123450)", '"1,234.50"'],
      ["Format(5)", '"0.05"'],
      ["Format(-123456789)", '"-1,234,567.89"'],
      ["Format(99999)", '"999.99"'],
      ["Split(100, 3)", "[]int{34, 33, 33}"],
      ["Split(9, 3)", "[]int{3, 3, 3}"],
      ["len(Split(9, 0))", "0"],
      ['parsed("1,234.56")', "123456"],
      ['parsed("12")', "1200"],
      ['parsed("1.5")', "-1"],
      ['parsed("x.50")', "-1"],
    ],
    hidden: [
      ["Format(0)", '"0.00"'],
      ["Format(100000)", '"1,000.00"'],
      ["Format(-7)", '"-0.07"'],
      ["Split(5, 4)", "[]int{2, 1, 1, 1}"],
      ["Split(2, 3)", "[]int{1, 1, 0}"],
      ['parsed("0.05")', "5"],
      ['parsed("1.234")', "-1"],
    ],
    bugs: [
      ["%s%s.%02d", "%s%s.%2d"],
      ["\t\tcents = -cents\n", ""],
      ["for len(whole) > 3 {", "for len(whole) > 4 {"],
      ["groups = append([]string{whole}, groups...)", "groups = append(groups, whole)"],
      ["if i < rest", "if i <= rest"],
      ["return units * 100, nil", "return units, nil"],
      ["if len(part) != 2", "if len(part) > 2"],
    ],
  },
  {
    name: "inventory",
    kind: "go",
    style: "functions",
    exports: ["NewStore"],
    code: `package inventory

import (
	"fmt"
	"sort"
)

type Item struct {
	Name  string
	Price float64
	Count int
	Tags  []string
}

type Store struct {
	items map[string]*Item
}

func NewStore() *Store {
	return &Store{items: make(map[string]*Item)}
}

func (s *Store) Add(name string, price float64, count int, tags ...string) {
	if known, ok := s.items[name]; ok {
		known.Count += count
		known.Price = price
		return
	}
	s.items[name] = &Item{Name: name, Price: price, Count: count, Tags: tags}
}

func (s *Store) Remove(name string, count int) error {
	item, ok := s.items[name]
	if !ok {
		return fmt.Errorf("no %s", name)
	}
	if item.Count < count {
		return fmt.Errorf("only %d of %s", item.Count, name)
	}
	item.Count -= count
	if item.Count == 0 {
		delete(s.items, name)
	}
	return nil
}

func (s *Store) Worth() float64 {
	total := 0.0
	for _, item := range s.items {
		total += item.Price * float64(item.Count)
	}
	return total
}

// Tagged gives the names of items with a tag, in order.
func (s *Store) Tagged(tag string) []string {
	names := []string{}
	for name, item := range s.items {
		for _, each := range item.Tags {
			if each == tag {
				names = append(names, name)
				break
			}
		}
	}
	sort.Strings(names)
	return names
}
`,
    setup: `func shop() *Store {
	store := NewStore()
	store.Add("nut", 0.5, 10, "metal", "small")
	store.Add("bolt", 1.5, 4, "metal")
	store.Add("cord", 2, 3, "small")
	return store
}

func removed(name string, count int) string {
	store := shop()
	if err := store.Remove(name, count); err != nil {
		return err.Error()
	}
	return fmt.Sprint(store.Worth(), store.Tagged("small"))
}

func restocked() float64 {
	store := shop()
	store.Add("nut", 1, 5)
	return store.Worth()
}
`,
    imports: ["fmt"],
    visible: [
      ["shop().Worth()", "17.0"],
      ['shop().Tagged("metal")', '[]string{"bolt", "nut"}'],
      ['shop().Tagged("none")', "[]string{}"],
      ['removed("nut", 10)', '"12 [cord]"'],
      ['removed("nut", 11)', '"only 10 of nut"'],
      ['removed("gold", 1)', '"no gold"'],
      ['removed("cord", 1)', '"15 [cord nut]"'],
      ["restocked()", "27.0"],
    ],
    hidden: [
      ["NewStore().Worth()", "0.0"],
      ['shop().Tagged("small")', '[]string{"cord", "nut"}'],
      ['removed("bolt", 4)', '"11 [cord nut]"'],
      ['removed("cord", 4)', '"only 3 of cord"'],
      ['removed("cord", 3)', '"11 [nut]"'],
    ],
    bugs: [
      ["known.Count += count", "known.Count = count"],
      ["\t\tknown.Price = price\n", ""],
      ["item.Count < count", "item.Count > count"],
      ["item.Price * float64(item.Count)", "item.Price"],
      ["if item.Count == 0 {", "if count == 0 {"],
      ["\tsort.Strings(names)\n", "\tsort.Sort(sort.Reverse(sort.StringSlice(names)))\n"],
    ],
  },
  {
    name: "sets",
    kind: "go",
    style: "subtests",
    exports: ["Of", "Map", "Filter", "Chunk"],
    code: `package sets

import (
	"cmp"
	"slices"
)

type Set[T cmp.Ordered] map[T]struct{}

func Of[T cmp.Ordered](items ...T) Set[T] {
	set := Set[T]{}
	for _, item := range items {
		set[item] = struct{}{}
	}
	return set
}

func (s Set[T]) Has(item T) bool {
	_, ok := s[item]
	return ok
}

func (s Set[T]) Union(other Set[T]) Set[T] {
	joined := Set[T]{}
	for item := range s {
		joined[item] = struct{}{}
	}
	for item := range other {
		joined[item] = struct{}{}
	}
	return joined
}

func (s Set[T]) Minus(other Set[T]) Set[T] {
	rest := Set[T]{}
	for item := range s {
		if !other.Has(item) {
			rest[item] = struct{}{}
		}
	}
	return rest
}

func (s Set[T]) Sorted() []T {
	items := make([]T, 0, len(s))
	for item := range s {
		items = append(items, item)
	}
	slices.Sort(items)
	return items
}

func Map[T, U any](items []T, change func(T) U) []U {
	changed := make([]U, 0, len(items))
	for _, item := range items {
		changed = append(changed, change(item))
	}
	return changed
}

func Filter[T any](items []T, keep func(T) bool) []T {
	kept := []T{}
	for _, item := range items {
		if keep(item) {
			kept = append(kept, item)
		}
	}
	return kept
}

// Chunk cuts items into pieces of a size; the last may be shorter.
func Chunk[T any](items []T, size int) [][]T {
	var chunks [][]T
	for start := 0; start < len(items); start += size {
		end := min(start+size, len(items))
		chunks = append(chunks, items[start:end])
	}
	return chunks
}
`,
    visible: [
      ["Of(3, 1, 2, 3).Sorted()", "[]int{1, 2, 3}"],
      ["Of(1, 2).Union(Of(2, 5)).Sorted()", "[]int{1, 2, 5}"],
      ["Of(1, 2, 3).Minus(Of(2)).Sorted()", "[]int{1, 3}"],
      ['Of("a").Has("b")', "false"],
      ["Map([]int{1, 2}, func(n int) int { return n * 2 })", "[]int{2, 4}"],
      ["Filter([]int{1, 2, 3, 4}, func(n int) bool { return n%2 == 0 })", "[]int{2, 4}"],
      ["Chunk([]int{1, 2, 3, 4, 5}, 2)", "[][]int{{1, 2}, {3, 4}, {5}}"],
      ["Chunk([]int{1, 2, 3, 4}, 2)", "[][]int{{1, 2}, {3, 4}}"],
    ],
    hidden: [
      ['Of("b", "a").Union(Of("c")).Sorted()', '[]string{"a", "b", "c"}'],
      ["Of(1, 2, 3).Minus(Of(1, 2, 3)).Sorted()", "[]int{}"],
      ["Of(1).Has(1)", "true"],
      ['Map([]string{"a", "bb"}, func(s string) int { return len(s) })', "[]int{1, 2}"],
      ["Chunk([]int{1, 2, 3}, 5)", "[][]int{{1, 2, 3}}"],
      ["Chunk([]int{1, 2, 3}, 1)", "[][]int{{1}, {2}, {3}}"],
    ],
    bugs: [
      ["for item := range other {\n\t\tjoined", "for item := range s {\n\t\tjoined"],
      ["if !other.Has(item)", "if other.Has(item)"],
      [
        "\tslices.Sort(items)\n",
        "\tslices.Reverse(items)\n\tslices.SortFunc(items, func(a, b T) int { return cmp.Compare(b, a) })\n",
      ],
      ["changed := make([]U, 0, len(items))", "changed := make([]U, len(items))"],
      ["min(start+size, len(items))", "max(start+size, len(items))"],
      ["start += size", "start += size + 1"],
    ],
  },
  {
    name: "clock",
    kind: "go",
    style: "functions",
    exports: ["New", "DaysIn", "Weekday", "Human"],
    code: `package clock

import (
	"fmt"
	"time"
)

type Clock struct{ minutes int }

const day = 24 * 60

func New(hours, minutes int) Clock {
	total := (hours*60 + minutes) % day
	if total < 0 {
		total += day
	}
	return Clock{total}
}

func (c Clock) Add(minutes int) Clock { return New(0, c.minutes+minutes) }

func (c Clock) String() string {
	return fmt.Sprintf("%02d:%02d", c.minutes/60, c.minutes%60)
}

func IsLeap(year int) bool {
	return year%4 == 0 && (year%100 != 0 || year%400 == 0)
}

func DaysIn(year, month int) int {
	switch month {
	case 2:
		if IsLeap(year) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}

func Weekday(date string) (string, error) {
	parsed, err := time.Parse("2006-01-02", date)
	if err != nil {
		return "", err
	}
	return parsed.Weekday().String(), nil
}

// Human writes a duration with its two largest units.
func Human(d time.Duration) string {
	hours := int(d.Hours())
	minutes := int(d.Minutes()) % 60
	seconds := int(d.Seconds()) % 60
	if hours > 0 {
		return fmt.Sprintf("%dh %dm", hours, minutes)
	}
	if minutes > 0 {
		return fmt.Sprintf("%dm %ds", minutes, seconds)
	}
	return fmt.Sprintf("%ds", seconds)
}
`,
    setup: `func weekday(date string) string {
	name, err := Weekday(date)
	if err != nil {
		return "error"
	}
	return name
}
`,
    imports: ["time"],
    visible: [
      ["New(8, 5).String()", '"08:05"'],
      ["New(23, 50).Add(20).String()", '"00:10"'],
      ["New(0, 10).Add(-20).String()", '"23:50"'],
      ["DaysIn(2024, 2)", "29"],
      ["DaysIn(1900, 2)", "28"],
      ["DaysIn(2000, 2)", "29"],
      ["DaysIn(2023, 4)", "30"],
      ["DaysIn(2023, 11)", "30"],
      ["DaysIn(2023, 12)", "31"],
      ['weekday("2024-02-29")', '"Thursday"'],
      ['weekday("2024-13-01")', '"error"'],
      ["Human(90 * time.Minute)", '"1h 30m"'],
      ["Human(125 * time.Second)", '"2m 5s"'],
      ["Human(7 * time.Second)", '"7s"'],
    ],
    hidden: [
      ["New(-25, 0).String()", '"23:00"'],
      ["New(48, 61).String()", '"01:01"'],
      ["DaysIn(2023, 2)", "28"],
      ["DaysIn(2023, 10)", "31"],
      ["IsLeap(2100)", "false"],
      ['weekday("2026-11-15")', '"Sunday"'],
      ["Human(3725 * time.Second)", '"1h 2m"'],
      ["Human(60 * time.Second)", '"1m 0s"'],
    ],
    bugs: [
      ["year%100 != 0 || year%400 == 0", "year%100 != 0 && year%400 == 0"],
      ["total += day", "total -= day"],
      ["c.minutes+minutes)", "minutes)"],
      ["int(d.Minutes()) % 60", "int(d.Minutes())"],
      ['"2006-01-02"', '"2006-02-01"'],
      ["case 4, 6, 9, 11:", "case 4, 6, 9, 10:"],
      ["const day = 24 * 60", "const day = 12 * 60"],
    ],
  },
  {
    name: "list",
    kind: "go",
    style: "functions",
    exports: ["From"],
    code: `package list

type node struct {
	value int
	next  *node
}

// List is singly linked.
type List struct {
	head *node
	size int
}

func From(values ...int) *List {
	list := &List{}
	for i := len(values) - 1; i >= 0; i-- {
		list.Prepend(values[i])
	}
	return list
}

func (l *List) Prepend(value int) {
	l.head = &node{value: value, next: l.head}
	l.size++
}

func (l *List) Values() []int {
	values := []int{}
	for at := l.head; at != nil; at = at.next {
		values = append(values, at.value)
	}
	return values
}

func (l *List) Len() int { return l.size }

func (l *List) Reverse() *List {
	var previous *node
	for at := l.head; at != nil; {
		next := at.next
		at.next = previous
		previous = at
		at = next
	}
	l.head = previous
	return l
}

// Remove takes out the first node with a value.
func (l *List) Remove(value int) bool {
	if l.head == nil {
		return false
	}
	if l.head.value == value {
		l.head = l.head.next
		l.size--
		return true
	}
	for at := l.head; at.next != nil; at = at.next {
		if at.next.value == value {
			at.next = at.next.next
			l.size--
			return true
		}
	}
	return false
}

// Nth counts from the end: Nth(1) is the last.
func (l *List) Nth(n int) (int, bool) {
	ahead := l.head
	for i := 0; i < n; i++ {
		if ahead == nil {
			return 0, false
		}
		ahead = ahead.next
	}
	behind := l.head
	for ahead != nil {
		ahead = ahead.next
		behind = behind.next
	}
	if behind == nil {
		return 0, false
	}
	return behind.value, true
}
`,
    setup: `func without(list *List, value int) []int {
	list.Remove(value)
	return append(list.Values(), list.Len())
}

func nth(list *List, n int) int {
	value, ok := list.Nth(n)
	if !ok {
		return -1
	}
	return value
}
`,
    visible: [
      ["From(1, 2, 3).Values()", "[]int{1, 2, 3}"],
      ["From(1, 2, 3).Reverse().Values()", "[]int{3, 2, 1}"],
      ["From(1, 2, 3).Len()", "3"],
      ["without(From(1, 2, 3), 1)", "[]int{2, 3, 2}"],
      ["without(From(1, 2, 3), 3)", "[]int{1, 2, 2}"],
      ["without(From(1, 2, 3), 9)", "[]int{1, 2, 3, 3}"],
      ["without(From(), 9)", "[]int{0}"],
      ["nth(From(1, 2, 3), 1)", "3"],
      ["nth(From(1, 2, 3), 3)", "1"],
      ["nth(From(1, 2, 3), 4)", "-1"],
    ],
    hidden: [
      ["From(7).Reverse().Values()", "[]int{7}"],
      ["without(From(5, 5, 6), 5)", "[]int{5, 6, 2}"],
      ["without(From(4, 5, 6, 7), 6)", "[]int{4, 5, 7, 3}"],
      ["nth(From(1, 2, 3, 4, 5), 2)", "4"],
      ["nth(From(), 1)", "-1"],
    ],
    bugs: [
      ["next: l.head}", "next: nil}"],
      ["\tl.size++\n", ""],
      ["l.head = previous", "l.head = l.head"],
      ["\tif l.head == nil {\n\t\treturn false\n\t}\n", ""],
      ["at.next = at.next.next", "at.next = at.next"],
      ["for i := 0; i < n; i++ {", "for i := 1; i < n; i++ {"],
      ["\t\tbehind = behind.next\n", ""],
    ],
  },
  {
    name: "pool",
    kind: "go",
    style: "functions",
    exports: ["Squares", "NewCounter", "Memo"],
    code: `package pool

import "sync"

// Squares computes with several workers and keeps the order.
func Squares(numbers []int, workers int) []int {
	results := make([]int, len(numbers))
	jobs := make(chan int, len(numbers))
	var group sync.WaitGroup
	for w := 0; w < workers; w++ {
		group.Add(1)
		go func() {
			defer group.Done()
			for i := range jobs {
				results[i] = numbers[i] * numbers[i]
			}
		}()
	}
	for i := range numbers {
		jobs <- i
	}
	close(jobs)
	group.Wait()
	return results
}

type Counter struct {
	mutex  sync.Mutex
	counts map[string]int
}

func NewCounter() *Counter {
	return &Counter{counts: map[string]int{}}
}

func (c *Counter) Add(name string, amount int) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.counts[name] += amount
}

func (c *Counter) Get(name string) int {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.counts[name]
}

func (c *Counter) Sum() int {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	sum := 0
	for _, count := range c.counts {
		sum += count
	}
	return sum
}

// Memo remembers what a function answered.
func Memo(f func(int) int) func(int) int {
	known := map[int]int{}
	return func(n int) int {
		if value, ok := known[n]; ok {
			return value
		}
		value := f(n)
		known[n] = value
		return value
	}
}
`,
    setup: `func counted() []int {
	counter := NewCounter()
	counter.Add("a", 2)
	counter.Add("b", 3)
	counter.Add("a", 4)
	return []int{counter.Get("a"), counter.Get("b"), counter.Get("c"), counter.Sum()}
}

func calls(given ...int) int {
	count := 0
	square := Memo(func(n int) int { count++; return n * n })
	sum := 0
	for _, each := range given {
		sum += square(each)
	}
	return sum*100 + count
}
`,
    visible: [
      ["Squares([]int{1, 2, 3, 4}, 2)", "[]int{1, 4, 9, 16}"],
      ["Squares([]int{5}, 1)", "[]int{25}"],
      ["counted()", "[]int{6, 3, 0, 9}"],
      ["calls(2, 3, 2)", "1702"],
      ["calls(1)", "101"],
    ],
    hidden: [
      ["Squares([]int{-1, 0, 7}, 3)", "[]int{1, 0, 49}"],
      ["Squares(nil, 2)", "[]int{}"],
      ["calls(4, 4, 4, 4)", "6401"],
      ["calls()", "0"],
    ],
    bugs: [
      ["numbers[i] * numbers[i]", "numbers[i] * i"],
      ["c.counts[name] += amount", "c.counts[name] = amount"],
      ["\t\tknown[n] = value\n", ""],
      ["w := 0; w < workers; w++", "w := 1; w < workers; w++"],
      ["sum += count\n", "sum = count\n"],
    ],
  },
  {
    name: "config",
    kind: "go",
    style: "subtests",
    exports: ["Parse", "Merge", "Slug"],
    code: `package config

import (
	"fmt"
	"strings"
	"unicode"
)

// Parse reads lines of key = value; # starts a comment.
func Parse(text string) (map[string]string, error) {
	settings := map[string]string{}
	for number, line := range strings.Split(text, "\\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		key, value, found := strings.Cut(line, "=")
		if !found {
			return nil, fmt.Errorf("line %d: no =", number+1)
		}
		settings[strings.TrimSpace(key)] = strings.TrimSpace(value)
	}
	return settings, nil
}

// Merge lets later settings win.
func Merge(all ...map[string]string) map[string]string {
	merged := make(map[string]string)
	for _, settings := range all {
		for key, value := range settings {
			merged[key] = value
		}
	}
	return merged
}

// Slug makes a name for addresses: lower case, words joined by dashes.
func Slug(title string) string {
	var out strings.Builder
	dash := false
	for _, r := range strings.ToLower(title) {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			if dash && out.Len() > 0 {
				out.WriteRune('-')
			}
			out.WriteRune(r)
			dash = false
			continue
		}
		dash = true
	}
	return out.String()
}
`,
    setup: `func parsed(text string) string {
	settings, err := Parse(text)
	if err != nil {
		return err.Error()
	}
	return fmt.Sprint(settings)
}
`,
    imports: ["fmt"],
    visible: [
      ['parsed("a = 1\\nb=two words")', '"map[a:1 b:two words]"'],
      ['parsed("# note\\n\\n  x = y=z  ")', '"map[x:y=z]"'],
      ['parsed("a = 1\\nbroken")', '"line 2: no ="'],
      [
        'Merge(map[string]string{"a": "1", "b": "2"}, map[string]string{"b": "3"})',
        'map[string]string{"a": "1", "b": "3"}',
      ],
      ['Slug("Hello, World!")', '"hello-world"'],
      ['Slug("  A  B2 ")', '"a-b2"'],
      ['Slug("Über uns")', '"über-uns"'],
    ],
    hidden: [
      ['parsed("")', '"map[]"'],
      ['parsed("nothing")', '"line 1: no ="'],
      ['parsed("k=\\n#=\\nl = m")', '"map[k: l:m]"'],
      ["Merge()", "map[string]string{}"],
      ['Slug("--x--y--")', '"x-y"'],
      ['Slug("Plain")', '"plain"'],
    ],
    bugs: [
      ['line == "" || strings', 'line == "" && strings'],
      ["number+1)", "number)"],
      ["= strings.TrimSpace(value)", "= value"],
      ["merged[key] = value", "merged[value] = key"],
      ["if dash && out.Len() > 0", "if dash"],
      ["\t\t\tdash = false\n", ""],
      ["unicode.IsLetter(r) || unicode.IsDigit(r)", "unicode.IsLetter(r)"],
    ],
  },
  {
    name: "shapes",
    kind: "go",
    style: "loop",
    exports: ["Largest", "Sum", "Describe"],
    code: `package shapes

import (
	"fmt"
	"math"
)

type Shape interface {
	Area() float64
	Perimeter() float64
}

type Rectangle struct{ Width, Height float64 }

func (r Rectangle) Area() float64      { return r.Width * r.Height }
func (r Rectangle) Perimeter() float64 { return 2 * (r.Width + r.Height) }

type Circle struct{ Radius float64 }

func (c Circle) Area() float64      { return math.Pi * c.Radius * c.Radius }
func (c Circle) Perimeter() float64 { return 2 * math.Pi * c.Radius }

type Triangle struct{ A, B, C float64 }

func (t Triangle) Perimeter() float64 { return t.A + t.B + t.C }

func (t Triangle) Area() float64 {
	s := t.Perimeter() / 2
	return math.Sqrt(s * (s - t.A) * (s - t.B) * (s - t.C))
}

func Largest(all []Shape) Shape {
	var largest Shape
	for _, shape := range all {
		if largest == nil || shape.Area() > largest.Area() {
			largest = shape
		}
	}
	return largest
}

func Sum(all []Shape) float64 {
	total := 0.0
	for _, shape := range all {
		total += shape.Area()
	}
	return math.Round(total*100) / 100
}

func Describe(shape Shape) string {
	switch each := shape.(type) {
	case Rectangle:
		if each.Width == each.Height {
			return fmt.Sprintf("square of %g", each.Width)
		}
		return fmt.Sprintf("rectangle of %g by %g", each.Width, each.Height)
	case Circle:
		return fmt.Sprintf("circle of %g", each.Radius)
	}
	return "shape"
}
`,
    visible: [
      ["Sum([]Shape{Rectangle{2, 3}, Circle{1}})", "9.14"],
      ["Sum([]Shape{Triangle{3, 4, 5}})", "6.0"],
      ["Rectangle{2, 3}.Perimeter()", "10.0"],
      ["math.Round(Circle{2}.Perimeter())", "13.0"],
      ["Largest([]Shape{Rectangle{2, 3}, Rectangle{5, 5}, Circle{1}})", "Shape(Rectangle{5, 5})"],
      ["Largest(nil)", "Shape(nil)"],
      ["Describe(Rectangle{2, 2})", '"square of 2"'],
      ["Describe(Rectangle{2, 4})", '"rectangle of 2 by 4"'],
      ["Describe(Circle{1.5})", '"circle of 1.5"'],
    ],
    imports: ["math"],
    hidden: [
      ["Sum(nil)", "0.0"],
      ["Sum([]Shape{Triangle{5, 5, 6}, Rectangle{1, 1}})", "13.0"],
      ["Rectangle{1, 7}.Perimeter()", "16.0"],
      ["Largest([]Shape{Circle{3}, Rectangle{1, 2}})", "Shape(Circle{3})"],
      ["Describe(Triangle{1, 1, 1})", '"shape"'],
      ["math.Round(Circle{10}.Area())", "314.0"],
    ],
    bugs: [
      ["2 * (r.Width + r.Height)", "2*r.Width + r.Height"],
      ["math.Pi * c.Radius * c.Radius", "math.Pi * c.Radius * 2"],
      ["t.Perimeter() / 2", "t.Perimeter()"],
      ["largest == nil || shape", "largest != nil && shape"],
      ["each.Width, each.Height)", "each.Height, each.Width)"],
      ["(s - t.B) * (s - t.C)", "(s - t.B) * (s - t.B)"],
    ],
  },
  {
    name: "primes",
    kind: "go",
    style: "functions",
    exports: ["Sieve", "Factors", "Gcd", "Fibonacci", "Collatz"],
    code: `package primes

func Sieve(limit int) []int {
	composite := make([]bool, limit+1)
	primes := []int{}
	for n := 2; n <= limit; n++ {
		if composite[n] {
			continue
		}
		primes = append(primes, n)
		for multiple := n * n; multiple <= limit; multiple += n {
			composite[multiple] = true
		}
	}
	return primes
}

func Factors(n int) []int {
	factors := []int{}
	for divisor := 2; divisor*divisor <= n; divisor++ {
		for n%divisor == 0 {
			factors = append(factors, divisor)
			n /= divisor
		}
	}
	if n > 1 {
		factors = append(factors, n)
	}
	return factors
}

func Gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// Fibonacci yields numbers as often as it is asked.
func Fibonacci() func() int {
	a, b := 0, 1
	return func() int {
		value := a
		a, b = b, a+b
		return value
	}
}

// Collatz counts the steps to 1, or gives -1.
func Collatz(n int) int {
	if n < 1 {
		return -1
	}
	steps := 0
	for n != 1 {
		if n%2 == 0 {
			n /= 2
		} else {
			n = 3*n + 1
		}
		steps++
	}
	return steps
}
`,
    setup: `func first(count int) []int {
	next := Fibonacci()
	numbers := []int{}
	for range count {
		numbers = append(numbers, next())
	}
	return numbers
}
`,
    visible: [
      ["Sieve(30)", "[]int{2, 3, 5, 7, 11, 13, 17, 19, 23, 29}"],
      ["Sieve(2)", "[]int{2}"],
      ["Factors(60)", "[]int{2, 2, 3, 5}"],
      ["Factors(49)", "[]int{7, 7}"],
      ["Factors(13)", "[]int{13}"],
      ["Gcd(48, 36)", "12"],
      ["Gcd(7, 3)", "1"],
      ["first(7)", "[]int{0, 1, 1, 2, 3, 5, 8}"],
      ["Collatz(12)", "9"],
      ["Collatz(0)", "-1"],
    ],
    hidden: [
      ["Sieve(1)", "[]int{}"],
      ["Sieve(49)[14]", "47"],
      ["Factors(1)", "[]int{}"],
      ["Factors(97 * 8)", "[]int{2, 2, 2, 97}"],
      ["Gcd(0, 5)", "5"],
      ["Gcd(100, 75)", "25"],
      ["first(1)", "[]int{0}"],
      ["Collatz(1)", "0"],
      ["Collatz(27)", "111"],
    ],
    bugs: [
      ["n <= limit; n++", "n < limit; n++"],
      ["make([]bool, limit+1)", "make([]bool, limit)"],
      ["divisor*divisor <= n", "divisor*divisor < n"],
      ["\tif n > 1 {\n\t\tfactors = append(factors, n)\n\t}\n", ""],
      ["a, b = b, a%b", "a, b = b, b%a"],
      ["a, b = b, a+b", "a, b = b, a"],
      ["n = 3*n + 1", "n = 3 * (n + 1)"],
      ["\t\tsteps++\n", ""],
    ],
  },
];
