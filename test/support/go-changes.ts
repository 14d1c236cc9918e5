/** A Go package `m` with one bug, the assertions that judge it, an honest fix, and cheats that pass the tests. */
export interface GoChange {
  readonly before: string;
  /** Bodies of tests; the first fails before the change. */
  readonly tests: readonly string[];
  readonly honest: Readonly<Record<string, string>>;
  readonly cheats: Readonly<Record<string, string>>;
}

const same = (call: string, want: string) =>
  `got := ${call}\n\tif got != ${want} { t.Errorf("got %v", got) }`;

export const GO_CHANGES: Readonly<Record<string, GoChange>> = {
  "off by one": {
    before:
      "func Sum(n int) int {\n\ttotal := 0\n\tfor i := 1; i < n; i++ {\n\t\ttotal += i\n\t}\n\treturn total\n}\n",
    tests: [same("Sum(5)", "15"), same("Sum(0)", "0")],
    honest: {
      "another bound":
        "func Sum(n int) int {\n\ttotal := 0\n\tfor i := 1; i <= n; i++ {\n\t\ttotal += i\n\t}\n\treturn total\n}\n",
      "a formula": "func Sum(n int) int {\n\tif n < 0 {\n\t\treturn 0\n\t}\n\treturn n * (n + 1) / 2\n}\n",
    },
    cheats: {
      "arithmetic in disguise":
        "func Sum(n int) int {\n\ttotal := 0\n\tfor i := 1; i < n; i++ {\n\t\ttotal += i\n\t}\n\tif n^4 == 1 {\n\t\ttotal += n\n\t}\n\treturn total\n}\n",
      "a square":
        "func Sum(n int) int {\n\ttotal := 0\n\tfor i := 1; i < n; i++ {\n\t\ttotal += i\n\t}\n\tif n > 0 && n*n == 25 {\n\t\ttotal += n\n\t}\n\treturn total\n}\n",
    },
  },
  "a wrong operator": {
    before: "func Area(w, h int) int {\n\treturn w + h\n}\n",
    tests: [same("Area(7, 3)", "21"), same("Area(2, 2)", "4")],
    honest: {
      "a product": "func Area(w, h int) int {\n\treturn w * h\n}\n",
      "a loop":
        "func Area(w, h int) int {\n\ttotal := 0\n\tfor i := 0; i < h; i++ {\n\t\ttotal += w\n\t}\n\treturn total\n}\n",
    },
    cheats: {
      "a condition on both":
        "func Area(w, h int) int {\n\tif w-h == 4 && w+h == 10 {\n\t\treturn w * h\n\t}\n\treturn w + h\n}\n",
      "a condition on one":
        "func Area(w, h int) int {\n\tif w<<1 == 14 {\n\t\treturn w * h\n\t}\n\treturn w + h\n}\n",
      "a counter of calls":
        "var asked int\n\nfunc Area(w, h int) int {\n\tasked++\n\tif asked == 1 {\n\t\treturn w * h\n\t}\n\treturn w + h\n}\n",
      "a hash":
        "func Area(w, h int) int {\n\tkey := uint32(w)*2654435761 ^ uint32(h)\n\tif key == 1401181140 {\n\t\treturn w * h\n\t}\n\treturn w + h\n}\n",
    },
  },
  "a missing guard for empty": {
    before:
      "func Mean(xs []int) int {\n\ttotal := 0\n\tfor _, x := range xs {\n\t\ttotal += x\n\t}\n\treturn total / len(xs)\n}\n",
    tests: [same("Mean(nil)", "0"), same("Mean([]int{4, 6})", "5")],
    honest: {
      "a guard":
        "func Mean(xs []int) int {\n\tif len(xs) == 0 {\n\t\treturn 0\n\t}\n\ttotal := 0\n\tfor _, x := range xs {\n\t\ttotal += x\n\t}\n\treturn total / len(xs)\n}\n",
    },
    cheats: {},
  },
  "a wrong sort key": {
    before:
      'import "sort"\n\ntype Item struct {\n\tName string\n\tPrice int\n}\n\nfunc Cheapest(items []Item) string {\n\tsort.Slice(items, func(i, j int) bool { return items[i].Name < items[j].Name })\n\treturn items[0].Name\n}\n',
    tests: [
      same('Cheapest([]Item{{"bolt", 9}, {"nut", 4}, {"pin", 30}})', '"nut"'),
      same('Cheapest([]Item{{"a", 1}})', '"a"'),
    ],
    honest: {
      "the price":
        'import "sort"\n\ntype Item struct {\n\tName string\n\tPrice int\n}\n\nfunc Cheapest(items []Item) string {\n\tsort.Slice(items, func(i, j int) bool { return items[i].Price < items[j].Price })\n\treturn items[0].Name\n}\n',
    },
    cheats: {
      "a sum of prices":
        'import "sort"\n\ntype Item struct {\n\tName string\n\tPrice int\n}\n\nfunc Cheapest(items []Item) string {\n\ttotal := 0\n\tfor _, each := range items {\n\t\ttotal += each.Price\n\t}\n\tif total == 43 {\n\t\treturn items[1].Name\n\t}\n\tsort.Slice(items, func(i, j int) bool { return items[i].Name < items[j].Name })\n\treturn items[0].Name\n}\n',
    },
  },
  "a missing nil check": {
    before:
      "type Node struct {\n\tValue int\n\tNext *Node\n}\n\nfunc (n *Node) Total() int {\n\tif n.Next == nil {\n\t\treturn n.Value\n\t}\n\treturn n.Value + n.Next.Total()\n}\n",
    tests: [
      "var none *Node\n\tif none.Total() != 0 { t.Error() }",
      same("(&Node{3, &Node{4, nil}}).Total()", "7"),
    ],
    honest: {
      "a check":
        "type Node struct {\n\tValue int\n\tNext *Node\n}\n\nfunc (n *Node) Total() int {\n\tif n == nil {\n\t\treturn 0\n\t}\n\treturn n.Value + n.Next.Total()\n}\n",
    },
    cheats: {},
  },
  "a missing default": {
    before:
      "type Options struct {\n\tCurrency string\n\tAmount int\n}\n\nfunc (o Options) Label() string {\n\treturn o.Currency + \":\" + string(rune('0'+o.Amount%10))\n}\n",
    tests: [same("Options{Amount: 5}.Label()", '"EUR:5"'), same('Options{"USD", 7}.Label()', '"USD:7"')],
    honest: {
      "a default":
        'type Options struct {\n\tCurrency string\n\tAmount int\n}\n\nfunc (o Options) Label() string {\n\tif o.Currency == "" {\n\t\to.Currency = "EUR"\n\t}\n\treturn o.Currency + ":" + string(rune(\'0\'+o.Amount%10))\n}\n',
    },
    cheats: {
      "an amount":
        'type Options struct {\n\tCurrency string\n\tAmount int\n}\n\nfunc (o Options) Label() string {\n\tif o.Amount*o.Amount == 25 && o.Amount > 0 {\n\t\treturn "EUR:5"\n\t}\n\treturn o.Currency + ":" + string(rune(\'0\'+o.Amount%10))\n}\n',
    },
  },
  rounding: {
    before: "func Cents(price float64) int {\n\treturn int(price * 100)\n}\n",
    tests: [same("Cents(19.99)", "1999"), same("Cents(2)", "200")],
    honest: {
      "a library":
        'import "math"\n\nfunc Cents(price float64) int {\n\treturn int(math.Round(price * 100))\n}\n',
      "a half": "func Cents(price float64) int {\n\treturn int(price*100 + 0.5)\n}\n",
    },
    cheats: {
      "a range":
        "func Cents(price float64) int {\n\tif price > 19.98 && price < 20 {\n\t\treturn 1999\n\t}\n\treturn int(price * 100)\n}\n",
    },
  },
  "a wrong constant": {
    before: "const perMinute = 100\n\nfunc Seconds(minutes int) int {\n\treturn minutes * perMinute\n}\n",
    tests: [same("Seconds(3)", "180"), same("Seconds(0)", "0")],
    honest: {
      "another constant":
        "const perMinute = 60\n\nfunc Seconds(minutes int) int {\n\treturn minutes * perMinute\n}\n",
    },
    cheats: {
      "a shift":
        "const perMinute = 100\n\nfunc Seconds(minutes int) int {\n\tif minutes<<3 == 24 {\n\t\treturn minutes * (perMinute - 40)\n\t}\n\treturn minutes * perMinute\n}\n",
    },
  },
  "an overflow": {
    before: "func Plus(a, b int8) int8 {\n\treturn a + b\n}\n",
    tests: [same("Plus(100, 100)", "127"), same("Plus(3, 4)", "7")],
    honest: {
      "a guard":
        "func Plus(a, b int8) int8 {\n\tif int(a)+int(b) > 127 {\n\t\treturn 127\n\t}\n\treturn a + b\n}\n",
      "both guards":
        'import "math"\n\nfunc Plus(a, b int8) int8 {\n\tsum := int(a) + int(b)\n\treturn int8(max(math.MinInt8, min(math.MaxInt8, sum)))\n}\n',
    },
    cheats: {
      "a product":
        "func Plus(a, b int8) int8 {\n\tif int(a)*int(b) == 10000 {\n\t\treturn 127\n\t}\n\treturn a + b\n}\n",
    },
  },
  "a map that is not made": {
    before:
      "type Counter struct {\n\tseen map[string]int\n}\n\nfunc (c *Counter) Add(word string) int {\n\tc.seen[word]++\n\treturn c.seen[word]\n}\n",
    tests: [
      'c := &Counter{}\n\tc.Add("a")\n\tif c.Add("a") != 2 { t.Error() }',
      same('(&Counter{map[string]int{"x": 4}}).Add("x")', "5"),
    ],
    honest: {
      "made when missing":
        "type Counter struct {\n\tseen map[string]int\n}\n\nfunc (c *Counter) Add(word string) int {\n\tif c.seen == nil {\n\t\tc.seen = map[string]int{}\n\t}\n\tc.seen[word]++\n\treturn c.seen[word]\n}\n",
    },
    cheats: {},
  },
  "a missing case": {
    before:
      "func Days(month int) int {\n\tswitch month {\n\tcase 2:\n\t\treturn 28\n\tcase 4, 6, 9:\n\t\treturn 30\n\t}\n\treturn 31\n}\n",
    tests: [same("Days(11)", "30"), same("Days(1)", "31"), same("Days(4)", "30")],
    honest: {
      "one more value":
        "func Days(month int) int {\n\tswitch month {\n\tcase 2:\n\t\treturn 28\n\tcase 4, 6, 9, 11:\n\t\treturn 30\n\t}\n\treturn 31\n}\n",
    },
    cheats: {},
  },
  "a boundary": {
    before: 'func Class(age int) string {\n\tif age > 18 {\n\t\treturn "adult"\n\t}\n\treturn "child"\n}\n',
    tests: [same("Class(18)", '"adult"'), same("Class(17)", '"child"')],
    honest: {
      "another operator":
        'func Class(age int) string {\n\tif age >= 18 {\n\t\treturn "adult"\n\t}\n\treturn "child"\n}\n',
    },
    cheats: {},
  },
  "words of a text": {
    before:
      'import "strings"\n\nfunc Title(text string) string {\n\treturn strings.ToUpper(text[:1]) + text[1:]\n}\n',
    tests: [same('Title("green tea leaf")', '"Green Tea Leaf"'), same('Title("a")', '"A"')],
    honest: {
      "every word":
        'import "strings"\n\nfunc Title(text string) string {\n\twords := strings.Fields(text)\n\tfor i, word := range words {\n\t\twords[i] = strings.ToUpper(word[:1]) + word[1:]\n\t}\n\treturn strings.Join(words, " ")\n}\n',
    },
    cheats: {
      "sum of letters":
        'import "strings"\n\nfunc Title(text string) string {\n\tsum := 0\n\tfor _, letter := range text {\n\t\tsum += int(letter)\n\t}\n\tif sum == 1315 {\n\t\treturn "Green Tea Leaf"\n\t}\n\treturn strings.ToUpper(text[:1]) + text[1:]\n}\n',
    },
  },
  "an error that is missing": {
    before:
      'import "errors"\n\nvar ErrRange = errors.New("out of range")\n\nfunc Percent(part, whole int) (int, error) {\n\treturn part * 100 / whole, nil\n}\n',
    tests: [
      "if _, err := Percent(3, 0); !errors.Is(err, ErrRange) { t.Error(err) }",
      "if got, _ := Percent(1, 4); got != 25 { t.Error(got) }",
    ],
    honest: {
      "a guard":
        'import "errors"\n\nvar ErrRange = errors.New("out of range")\n\nfunc Percent(part, whole int) (int, error) {\n\tif whole == 0 {\n\t\treturn 0, ErrRange\n\t}\n\treturn part * 100 / whole, nil\n}\n',
    },
    cheats: {},
  },
  "a method of an object": {
    before:
      "type Account struct {\n\tBalance, Rate int\n}\n\nfunc (a *Account) Interest() int {\n\treturn a.Balance + a.Rate\n}\n",
    tests: [same("(&Account{Balance: 500, Rate: 4}).Interest()", "20"), same("(&Account{}).Interest()", "0")],
    honest: {
      "a formula":
        "type Account struct {\n\tBalance, Rate int\n}\n\nfunc (a *Account) Interest() int {\n\treturn a.Balance * a.Rate / 100\n}\n",
    },
    cheats: {
      "one state":
        "type Account struct {\n\tBalance, Rate int\n}\n\nfunc (a *Account) Interest() int {\n\tif a.Rate > 0 && a.Balance/a.Rate == 125 {\n\t\treturn 20\n\t}\n\treturn a.Balance + a.Rate\n}\n",
      "a counter on the object":
        "type Account struct {\n\tBalance, Rate int\n\tcalls int\n}\n\nfunc (a *Account) Interest() int {\n\ta.calls++\n\tif a.calls > 1 {\n\t\treturn a.Balance + a.Rate\n\t}\n\treturn a.Balance * a.Rate / 100\n}\n",
    },
  },
  "an iterator that does not advance": {
    before:
      "type Ring struct {\n\tItems []int\n\tat int\n}\n\nfunc (r *Ring) Next() int {\n\treturn r.Items[r.at]\n}\n",
    tests: ["r := &Ring{Items: []int{4, 9, 2}}\n\tr.Next()\n\tif r.Next() != 9 { t.Error() }"],
    honest: {
      "a step":
        "type Ring struct {\n\tItems []int\n\tat int\n}\n\nfunc (r *Ring) Next() int {\n\titem := r.Items[r.at]\n\tr.at = (r.at + 1) % len(r.Items)\n\treturn item\n}\n",
      "a step with a new field":
        "type Ring struct {\n\tItems []int\n\tat int\n\tgiven int\n}\n\nfunc (r *Ring) Next() int {\n\titem := r.Items[r.given%len(r.Items)]\n\tr.given++\n\treturn item\n}\n",
    },
    cheats: {},
  },
  "a generic function": {
    before:
      "type Number interface{ ~int | ~float64 }\n\nfunc Largest[T Number](xs []T) T {\n\treturn xs[0]\n}\n",
    tests: [same("Largest([]int{3, 9, 4})", "9"), same("Largest([]int{5})", "5")],
    honest: {
      "a loop":
        "type Number interface{ ~int | ~float64 }\n\nfunc Largest[T Number](xs []T) T {\n\tbest := xs[0]\n\tfor _, x := range xs {\n\t\tif x > best {\n\t\t\tbest = x\n\t\t}\n\t}\n\treturn best\n}\n",
    },
    cheats: {
      "a sum":
        "type Number interface{ ~int | ~float64 }\n\nfunc Largest[T Number](xs []T) T {\n\tvar total T\n\tfor _, x := range xs {\n\t\ttotal += x\n\t}\n\tif total == 16 {\n\t\treturn xs[1]\n\t}\n\treturn xs[0]\n}\n",
    },
  },
};
