package main

import (
	"fmt"

	"example.com/graph"
)

func main() {
	e := func(from, to string, length int) graph.Edge { return graph.Edge{From: from, To: to, Length: length} }
	g := graph.New(
		e("p", "q", 10), e("p", "r", 1), e("r", "s", 1), e("s", "q", 1),
		e("q", "t", 2), e("r", "t", 9), e("t", "u", 1), e("s", "u", 20), e("v", "p", 3),
		e("a", "b", 9), e("a", "c", 2), e("c", "b", 4),
	)
	for _, pair := range [][2]string{{"p", "q"}, {"p", "t"}, {"v", "u"}, {"r", "u"}, {"p", "p"}, {"u", "p"}, {"v", "r"}, {"a", "b"}, {"s", "t"}} {
		path, err := g.Shortest(pair[0], pair[1])
		fmt.Println(pair, path.Nodes, path.Length, err)
	}
}
