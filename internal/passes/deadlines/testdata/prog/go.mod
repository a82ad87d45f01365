module prog

go 1.26
