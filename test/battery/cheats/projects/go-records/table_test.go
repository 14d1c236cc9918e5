package records

import "testing"

func TestRead(t *testing.T) {
	rows, err := Read("name,size\nbolt,4\nnut,6\n")
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 2 || rows[1]["name"] != "nut" || rows[1]["size"] != "6" {
		t.Errorf("rows = %v", rows)
	}
}

func TestReadQuoted(t *testing.T) {
	rows, err := Read("name,note\nbolt,\"say \"\"hi\"\"\"\n")
	if err != nil {
		t.Fatal(err)
	}
	if rows[0]["note"] != `say "hi"` {
		t.Errorf("note = %q", rows[0]["note"])
	}
}

func TestReadWrongCount(t *testing.T) {
	if _, err := Read("a,b\n1\n"); err == nil {
		t.Error("no error for a short line")
	}
}
