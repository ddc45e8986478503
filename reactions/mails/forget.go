package mails

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/adapters/mail"
	"tradelog/eventstore"
)

// Forget removes the e-mails about some streams from the outbox and from a directory that received e-mails instead of a server. An empty
// directory means that there is none.
func Forget(ctx context.Context, pool *pgxpool.Pool, store eventstore.Store, directory mail.Directory, streams []string) error {
	if _, err := pool.Exec(ctx, `DELETE FROM public.reaction_mails WHERE stream = ANY($1)`, streams); err != nil {
		return err
	}
	if directory == "" {
		return nil
	}
	files, err := filepath.Glob(filepath.Join(string(directory), "*.eml*"))
	if err != nil || len(files) == 0 {
		return err
	}
	for _, stream := range streams {
		events, err := eventstore.ReadWhole(ctx, store, stream)
		if err != nil {
			return err
		}
		for _, e := range events {
			of := func(file string) bool { return strings.Contains(filepath.Base(file), e.ID.String()) }
			for _, file := range files {
				if !of(file) {
					continue
				}
				if err := os.Remove(file); err != nil && !os.IsNotExist(err) {
					return err
				}
			}
			files = slices.DeleteFunc(files, of)
		}
	}
	return nil
}
