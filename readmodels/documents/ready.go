package documents

import (
	"fmt"
	"reflect"
	"time"

	fast "github.com/goccy/go-json"
)

// Doc is the stored encoding of a T, ready to be served: JSON with @type members. Serving copies the bytes. They are decoded only if a
// field is asked for.
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

// Splice returns the document with more members: fragment is `"name":value,...` without braces. It joins members that depend on the caller
// to a ready document.
func (d Doc[T]) Splice(fragment []byte) Doc[T] { return Splice(d, fragment) }

// Describes returns the type of the document, for schemas.
func (Doc[T]) Describes() reflect.Type { return reflect.TypeFor[T]() }

// Answer returns the document as an answer.
func (d Doc[T]) Answer() Answer { return Answer{Item: d} }

// Page is a part of a list of ready documents, or the whole list.
type Page[T any] struct {
	Docs  []Doc[T]
	Total int64  // number of documents on all pages
	More  bool   // there are more than Total, which were not counted
	Next  string // for a walk through the list: the cursor of the next page; empty at the end
	// Whole says that Docs are the whole list, which has no pages.
	Whole bool
}

// All returns a page with the whole list.
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
	a := Answer{Items: make([][]byte, len(p.Docs)), List: true, Total: p.Total, More: p.More, Paged: !p.Whole, Next: p.Next}
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
	At   string // URL of the file, if it is elsewhere
	// Keeps is the time for which clients may keep the file without asking again.
	Keeps time.Duration
	// Next is where the next file begins, for files in parts; empty for others. More says that it has something already.
	Next string
	More bool
}

// Answer returns the file as an answer.
func (f *File) Answer() Answer { return Answer{File: f} }

// Answer is the answer of an operation, in the form that representations are made from. At most one of Item, Items, Bare and File is set.
type Answer struct {
	Item  []byte   // a document
	Items [][]byte // the documents of a list
	List  bool     // the answer is a list, even if it is empty
	Total int64    // of a list, on all pages
	More  bool     // there are more than Total, which were not counted
	Paged bool     // Items are one page of Total
	Next  string   // the cursor of the next page of a walk; empty at the end
	Bare  []byte   // JSON that is served as it is
	Tag   []byte   // the text that the entity tag is made of, if that is not the whole body
	File  *File
}

// Lean reduces the rows of a list to the members that are named, in that order. Members that a row does not have are missing. Without
// names nothing changes. The bytes of members stay as they are.
func (a *Answer) Lean(names []string) error {
	if len(names) == 0 {
		return nil
	}
	rows := make([][]byte, len(a.Items))
	for i, item := range a.Items {
		var members map[string]fast.RawMessage
		if err := fast.Unmarshal(item, &members); err != nil {
			return fmt.Errorf("decode row: %w", err)
		}
		row := []byte{'{'}
		if kind, typed := members["@type"]; typed { // first, as in every document
			row = append(append(row, `"@type":`...), kind...)
		}
		for _, name := range names {
			value, has := members[name]
			if !has || name == "@type" {
				continue
			}
			if len(row) > 1 {
				row = append(row, ',')
			}
			quoted, err := Encode(name)
			if err != nil {
				return err
			}
			row = append(append(append(row, quoted...), ':'), value...)
		}
		rows[i] = append(row, '}')
	}
	a.Items = rows
	return nil
}
