// Package tradelog is an online-store back end whose only source of truth is an append-only event log. Commands append
// events; projectors keep PostgreSQL read models in step; operations, declared once, are served as REST and, by the same
// registry, through every other interface.
//
// This package puts the parts together. A program is
//
//	app, err := tradelog.Open(ctx, config)   // connect, migrate, wire
//	err = app.Start(ctx)                     // projectors and reactions run
//	err = app.Serve(ctx, listener)           // until ctx ends
//	app.Close()
//
// Somebody else's resources join as Modules given to Open; the shop's own are made the same way.
package tradelog
