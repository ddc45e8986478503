// Package app puts tradelog together: an online-store back end whose only source of truth is an append-only event log. Commands append
// events; projectors keep PostgreSQL read models in step. Operations are declared once and served by REST and, from the same registry, by
// every other interface.
//
// A program is
//
//	a, err := app.Open(ctx, config)        // connect, migrate, wire
//	err = a.Start(ctx)                     // projectors and reactions run
//	err = a.Serve(ctx, listener)           // until ctx ends
//	a.Close()
//
// Extensions are Modules that are given to Open. The shop's own areas are modules too.
package app
