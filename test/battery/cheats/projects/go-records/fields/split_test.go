package fields

import (
	"errors"
	"reflect"
	"testing"
)

func TestSplit(t *testing.T) {
	cases := []struct {
		name, line string
		want       []string
	}{
		{"plain", "a,b,c", []string{"a", "b", "c"}},
		{"empty field", "a,,c", []string{"a", "", "c"}},
		{"comma in quotes", `"Doe, Jane",42`, []string{"Doe, Jane", "42"}},
		{"doubled quote", `"6"" pipe",3`, []string{`6" pipe`, "3"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, err := Split(c.line)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("Split(%q) = %q, want %q", c.line, got, c.want)
			}
		})
	}
}

func TestSplitOpenQuote(t *testing.T) {
	if _, err := Split(`a,"b`); !errors.Is(err, ErrQuote) {
		t.Fatalf("err = %v", err)
	}
}
