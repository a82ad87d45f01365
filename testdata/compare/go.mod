module example.com/compare

go 1.26
