package pgtest

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// template returns the name of a template database, which is prepared when it is first asked for.
func (h *host) template(name string, prepare Prepare) (string, error) {
	h.mu.Lock()
	once, ok := h.templates[name]
	if !ok {
		// Not the context of the test that happens to be first: the template is everybody's.
		once = sync.OnceValues(func() (string, error) { return h.newTemplate(context.Background(), name, prepare) })
		h.templates[name] = once
	}
	h.mu.Unlock()
	return once()
}

func (h *host) newTemplate(ctx context.Context, name string, prepare Prepare) (_ string, err error) {
	db := h.newName("template_" + name)
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("prepare the template %s: %w", name, err), h.drop(ctx, db))
		}
	}()
	if err := h.create(ctx, db, "template0"); err != nil {
		return "", err
	}
	if err := prepare(ctx, h.url(db)); err != nil {
		return "", err
	}
	// A database with connections cannot be copied, and the server waits for them in steps of a tenth of a second.
	// Those of prepare may still be closing: end them, and let no new ones in.
	return db, h.do(ctx,
		"alter database "+quote(db)+" allow_connections false",
		"select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '"+db+"'")
}
