package operations

import (
	"encoding/json"
	"fmt"
	"reflect"

	"tradelog/readmodels/documents"
)

// Reply is what a handler answers with. Handlers may also return a document struct, which becomes an item; Nothing; or one
// of the helpers below.
type Reply struct {
	Item  []byte   // an encoded document
	Items [][]byte // encoded documents of a collection
	Total int64
	// Paged tells that Items are a page of Total; otherwise they are all there is.
	Paged bool
	// Raw is a body that ignores negotiation.
	Raw         []byte
	ContentType string
	Collection  bool
	Status      int // 0: the operation's
	Header      map[string]string
}

// Nothing is the answer without a body.
type Nothing struct{}

// Item answers with one encoded document.
func Item(document []byte) *Reply { return &Reply{Item: document} }

// Collection answers with all documents there are.
func Collection(documents [][]byte) *Reply {
	return &Reply{Items: documents, Total: int64(len(documents)), Collection: true}
}

// PageOf answers with a page of documents out of total.
func PageOf(documents [][]byte, total int64) *Reply {
	return &Reply{Items: documents, Total: total, Paged: true, Collection: true}
}

// RawJSON answers with a body that looks the same whatever was asked for.
func RawJSON(v any) (*Reply, error) {
	b, err := documents.Encode(v)
	if err != nil {
		return nil, err
	}
	return &Reply{Raw: documents.Plain(nil, b), ContentType: "application/json; charset=utf-8"}, nil
}

// reply turns what a handler returned into a Reply.
func reply(c *Call, out any) (*Reply, error) {
	switch v := out.(type) {
	case *Reply:
		if v == nil {
			return &Reply{}, nil
		}
		return v, nil
	case Nothing:
		return &Reply{}, nil
	case json.RawMessage:
		return Item(v), nil
	}
	if v := reflect.ValueOf(out); v.Kind() == reflect.Slice {
		list := make([][]byte, v.Len())
		for i := range list {
			b, err := documents.Encode(v.Index(i).Interface())
			if err != nil {
				return nil, err
			}
			list[i] = b
		}
		return Collection(list), nil
	}
	b, err := documents.Encode(out)
	if err != nil {
		return nil, fmt.Errorf("answer of %s %s: %w", c.Operation.Method, c.Operation.Path, err)
	}
	return Item(b), nil
}
