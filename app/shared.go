package app

import "sync"

// Shared is a part of the program that exists once and that several areas use, such as the commands or the reader of an area. It is made
// when it is first asked for, of the parts that it needs itself.
type Shared[T any] struct{ make func(Services) T }

// Share declares a part. Declare it as a variable of the area's package, and list nothing anywhere else:
//
//	var Points = app.Share(func(s app.Services) *Book { return NewBook(s.Engine, app.Orders.Of(s)) })
func Share[T any](make func(Services) T) *Shared[T] { return &Shared[T]{make} }

// Of returns the part of a program.
func (p *Shared[T]) Of(f Finder) T {
	s := f.services()
	if made, ok := s.parts.Load(p); ok {
		return made.(T)
	}
	made, _ := s.parts.LoadOrStore(p, p.make(s))
	return made.(T)
}

// Finder has parts: an App, or the Services that functions of modules are given.
type Finder interface{ services() Services }

func (s Services) services() Services { return s }

func (a *App) services() Services { return a.Services }

// parts are those that were made, by what declared them.
type parts = sync.Map
