module tradelog/clients/go

go 1.26
