package operations

import "reflect"

// Upload is a file in a body. An input struct has it as *Upload, which is nil without a file. In a form it is a part with a file name; in
// JSON it is text in base64, which has no file name.
type Upload struct {
	Name    string // as the caller sent it; empty if none was sent
	Content []byte
}

var uploadType = reflect.TypeFor[*Upload]()
