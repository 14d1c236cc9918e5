package graph

import (
	"errors"
	"slices"
)

// ErrNoPath means that the goal cannot be reached.
var ErrNoPath = errors.New("no path")

// Path is a way from one place to another.
type Path struct {
	Nodes  []string
	Length int
}

// Equal tells whether two paths are the same way.
func (p Path) Equal(other Path) bool {
	return p.Length == other.Length && slices.Equal(p.Nodes, other.Nodes)
}

// Shortest finds the shortest way between two places.
func (g *Graph) Shortest(from, to string) (Path, error) {
	best := map[string]Path{from: {Nodes: []string{from}}}
	queue := []string{from}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		for _, e := range g.edges[at] {
			length := best[at].Length + e.Length
			if _, known := best[e.To]; known {
				continue
			}
			nodes := append(slices.Clone(best[at].Nodes), e.To)
			best[e.To] = Path{Nodes: nodes, Length: length}
			queue = append(queue, e.To)
		}
	}
	path, known := best[to]
	if !known {
		return Path{}, ErrNoPath
	}
	return path, nil
}
