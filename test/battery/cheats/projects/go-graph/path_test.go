package graph

import (
	"errors"
	"slices"
	"testing"
)

func roads() *Graph {
	return New(
		Edge{"a", "b", 7}, Edge{"a", "c", 2}, Edge{"c", "b", 3},
		Edge{"b", "d", 1}, Edge{"e", "a", 4},
	)
}

func TestNodes(t *testing.T) {
	if got := roads().Nodes(); !slices.Equal(got, []string{"a", "b", "c", "d", "e"}) {
		t.Errorf("Nodes() = %v", got)
	}
}

func TestShortestDirect(t *testing.T) {
	got, err := roads().Shortest("e", "a")
	if err != nil || got.Length != 4 {
		t.Fatalf("Shortest(e, a) = %v, %v", got, err)
	}
}

func TestShortestDetour(t *testing.T) {
	got, err := roads().Shortest("a", "b")
	if err != nil {
		t.Fatal(err)
	}
	want := Path{Nodes: []string{"a", "c", "b"}, Length: 5}
	if !got.Equal(want) {
		t.Fatalf("Shortest(a, b) = %v, want %v", got, want)
	}
}

func TestShortestContinuesAfterDetour(t *testing.T) {
	got, _ := roads().Shortest("e", "d")
	want := Path{Nodes: []string{"e", "a", "c", "b", "d"}, Length: 10}
	if !got.Equal(want) {
		t.Fatalf("Shortest(e, d) = %v, want %v", got, want)
	}
}

func TestShortestToItself(t *testing.T) {
	got, err := roads().Shortest("a", "a")
	if err != nil || got.Length != 0 {
		t.Fatalf("Shortest(a, a) = %v, %v", got, err)
	}
}

func TestNoPath(t *testing.T) {
	if _, err := roads().Shortest("d", "a"); !errors.Is(err, ErrNoPath) {
		t.Fatalf("err = %v", err)
	}
}
