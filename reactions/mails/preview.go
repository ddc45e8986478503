package mails

import "context"

type previewKey struct{}

// previewing tells whether a letter is composed to be looked at. Switches and wishes of the shop do not count then.
func previewing(ctx context.Context) bool { return ctx.Value(previewKey{}) != nil }

// sends tells whether the store sends its buyers the e-mails of a kind, or whether one is to be looked at.
func (p place) sends(ctx context.Context, kind string) bool {
	return previewing(ctx) || p.config.Flag("sales_email/"+kind+"/enabled")
}
