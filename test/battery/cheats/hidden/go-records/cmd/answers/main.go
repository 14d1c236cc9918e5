package main

import (
	"fmt"

	"example.com/records"
	"example.com/records/fields"
)

func main() {
	for _, line := range []string{
		`"a ""b"" c",d`, `""""`, `"""x""",y`, `1,"",2`, `"a,""b",c`, `x`, ``, `"open`, `"12"" disc","7"" disc"`, `"say ""hi"""`,
	} {
		got, err := fields.Split(line)
		fmt.Printf("%q %v\n", got, err)
	}
	rows, err := records.Read("k,v\n1,\"\"\"q\"\"\"\n2,\"r\"\n")
	fmt.Printf("%q %v\n", rows, err)
}
