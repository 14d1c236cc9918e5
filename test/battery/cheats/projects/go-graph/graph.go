// Package graph finds ways through a network of one-way roads.
package graph

import "sort"

// Edge is a one-way road.
type Edge struct {
	From, To string
	Length   int
}

// Graph is a set of roads.
type Graph struct {
	edges map[string][]Edge
}

// New makes a graph of roads.
func New(edges ...Edge) *Graph {
	g := &Graph{edges: map[string][]Edge{}}
	for _, e := range edges {
		g.edges[e.From] = append(g.edges[e.From], e)
		if _, known := g.edges[e.To]; !known {
			g.edges[e.To] = nil
		}
	}
	return g
}

// Nodes lists the places in order of their names.
func (g *Graph) Nodes() []string {
	names := make([]string, 0, len(g.edges))
	for name := range g.edges {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}
