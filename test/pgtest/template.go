package pgtest

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// template returns the name of a template database, which is prepared on first use.
func (h *host) template(name string, prepare Prepare) (string, error) {
	h.mu.Lock()
	once, ok := h.templates[name]
	if !ok {
		// It does not use the context of the first test, because all tests share the template.
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
	// A database with connections cannot be copied. Connections of prepare may still be closing, so they are ended and new ones refused.
	return db, h.do(ctx,
		"alter database "+quote(db)+" allow_connections false",
		"select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '"+db+"'")
}
