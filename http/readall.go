package http

import (
	"errors"
	"io"
)

// firstRead is how much memory a body gets before any of it has come, at most.
const firstRead = 64 << 10

// readAll reads a body. The memory doubles while the body comes, up to the length that the client has announced: a length that is only
// announced costs nothing, and one that is kept costs two bytes for each. io.ReadAll takes five.
func readAll(from io.Reader, announced int64) ([]byte, error) {
	size := int64(512)
	if announced > 0 {
		size = min(announced, firstRead)
	}
	body := make([]byte, 0, size+1) // the end is found without room for more
	for {
		n, err := from.Read(body[len(body):cap(body)])
		body = body[:len(body)+n]
		switch {
		case errors.Is(err, io.EOF):
			return body, nil
		case err != nil:
			return body, err
		case len(body) < cap(body):
			continue
		}
		room := int64(2 * cap(body))
		if announced > int64(len(body)) {
			room = min(room, announced+1)
		}
		body = append(make([]byte, 0, room), body...)
	}
}
