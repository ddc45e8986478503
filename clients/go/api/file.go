package api

// File is a file in the form of a request.
type File struct {
	Name    string
	Content []byte
}
