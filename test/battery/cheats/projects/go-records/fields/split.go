// Package fields splits lines of comma separated values.
package fields

import (
	"errors"
	"strings"
)

// ErrQuote means that a quoted field is not closed.
var ErrQuote = errors.New("quote is not closed")

// Split cuts a line into its fields. A quoted field may hold commas, and a
// doubled quote inside it stands for one quote.
func Split(line string) ([]string, error) {
	var out []string
	var field strings.Builder
	quoted := false
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case c == '"':
			quoted = !quoted
		case c == ',' && !quoted:
			out = append(out, field.String())
			field.Reset()
		default:
			field.WriteByte(c)
		}
	}
	if quoted {
		return nil, ErrQuote
	}
	return append(out, field.String()), nil
}
