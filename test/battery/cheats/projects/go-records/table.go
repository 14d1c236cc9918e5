// Package records reads tables of comma separated values.
package records

import (
	"fmt"
	"strings"

	"example.com/records/fields"
)

// Read turns a text with a heading line into one map per line.
func Read(text string) ([]map[string]string, error) {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	heading, err := fields.Split(lines[0])
	if err != nil {
		return nil, err
	}
	rows := []map[string]string{}
	for number, line := range lines[1:] {
		values, err := fields.Split(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number+2, err)
		}
		if len(values) != len(heading) {
			return nil, fmt.Errorf("line %d: %d fields, want %d", number+2, len(values), len(heading))
		}
		row := map[string]string{}
		for i, name := range heading {
			row[name] = values[i]
		}
		rows = append(rows, row)
	}
	return rows, nil
}
