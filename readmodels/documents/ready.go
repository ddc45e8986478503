package documents

import (
	"fmt"
	"reflect"

	fast "github.com/goccy/go-json"
)

// Doc is the stored encoding of a T, ready to be served: JSON with @type members. Serving copies the bytes. Nobody decodes
// them unless a field is asked for.
type Doc[T any] []byte

// Ready encodes a document.
func Ready[T any](v T) (Doc[T], error) {
	b, err := Encode(v)
	return b, err
}

// Decode returns the document as a value.
func (d Doc[T]) Decode() (v T, err error) {
	if err := fast.Unmarshal(d, &v); err != nil {
		return v, fmt.Errorf("decode document: %w", err)
	}
	return v, nil
}

// Splice returns the document with more members: fragment is `"name":value,...` without braces. It is how what depends on the
// caller joins a ready document.
func (d Doc[T]) Splice(fragment []byte) Doc[T] { return Splice(d, fragment) }

// Describes returns the type of the document, for schemas.
func (Doc[T]) Describes() reflect.Type { return reflect.TypeFor[T]() }

// Answer returns the document as an answer.
func (d Doc[T]) Answer() Answer { return Answer{Item: d} }

// Page is a stretch of a list of ready documents, or the whole list.
type Page[T any] struct {
	Docs  []Doc[T]
	Total int64 // how many there are on all pages
	// Whole tells that Docs are the whole list, which has no pages.
	Whole bool
}

// All makes the list of all documents there are.
func All[T any](docs []Doc[T]) *Page[T] {
	return &Page[T]{Docs: docs, Total: int64(len(docs)), Whole: true}
}

// Describes returns the type of the list, for schemas.
func (*Page[T]) Describes() reflect.Type { return reflect.TypeFor[[]T]() }

// Answer returns the page as an answer.
func (p *Page[T]) Answer() Answer {
	if p == nil {
		return Answer{List: true, Paged: true}
	}
	a := Answer{Items: make([][]byte, len(p.Docs)), List: true, Total: p.Total, Paged: !p.Whole}
	for i, d := range p.Docs {
		a.Items[i] = d
	}
	return a
}

// Bare is an encoded value that looks the same in every representation: it has no type and no context.
type Bare[T any] []byte

// Plainly encodes a value that looks the same in every representation.
func Plainly[T any](v T) (Bare[T], error) {
	b, err := Encode(v)
	return Plain(nil, b), err
}

// Describes returns the type of the value, for schemas.
func (Bare[T]) Describes() reflect.Type { return reflect.TypeFor[T]() }

// Same marks answers that look the same in every representation.
func (Bare[T]) Same() {}

// Answer returns the value as an answer.
func (b Bare[T]) Answer() Answer { return Answer{Bare: b} }

// File is an answer that is no document, such as a PDF.
type File struct {
	Type string // media type
	Name string // suggested file name
	Body []byte
}

// Answer is the answer with the file.
func (f *File) Answer() Answer { return Answer{File: f} }

// Answer is what an operation answers, in the form that representations are made from. At most one of Item, Items, Bare and
// File is set.
type Answer struct {
	Item  []byte   // a document
	Items [][]byte // the documents of a list
	List  bool     // the answer is a list, even if it is empty
	Total int64    // of a list, on all pages
	Paged bool     // Items are one page of Total
	Bare  []byte   // JSON that is served as it is
	File  *File
}
