module example.com/records

go 1.24
