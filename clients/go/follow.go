package tradelog

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"tradelog/clients/go/api"
)

// Place stores the position of a follower.
type Place interface {
	// Load returns the last stored cursor, or "" if there is none.
	Load(ctx context.Context) (string, error)
	// Store stores a cursor durably: after it returns, the cursor must survive a power cut.
	Store(ctx context.Context, cursor string) error
}

// File is the name of a file as a Place. A cursor is written to a second file, which is synced and renamed, so that the file is never half
// written.
type File string

// Load reads the file.
func (f File) Load(context.Context) (string, error) {
	text, err := os.ReadFile(string(f))
	if errors.Is(err, os.ErrNotExist) {
		return "", nil
	}
	return strings.TrimSpace(string(text)), err
}

// Store replaces the file.
func (f File) Store(_ context.Context, cursor string) error {
	beside := string(f) + ".new"
	if err := write(beside, cursor); err != nil {
		return err
	}
	if err := os.Rename(beside, string(f)); err != nil {
		return err
	}
	dir, err := os.Open(filepath.Dir(string(f)))
	if err != nil {
		return err
	}
	_ = dir.Sync() // some systems cannot sync a directory
	return dir.Close()
}

func write(name, text string) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	_, err = file.WriteString(text)
	return errors.Join(err, file.Sync(), file.Close())
}

// Following configures Client.Follow.
type Following struct {
	// Resources are names as in paths, such as orders; none: all that the login may read.
	Resources []string
	// Place stores the position.
	Place Place
	// From is the start while no cursor is stored: "0", the default, is the beginning of the log, "latest" its end.
	From string
	// Until ends following once a position of at least Until is stored; 0: never.
	Until int64
	// Wait is the time that the shop waits for a change; 25 s by default, 30 s at most.
	Wait time.Duration
}

// Follow calls handle for each change after the stored position, in the order of the log, and stores the position after each page. It ends
// with the context, at Until, or at a permanent failure; while the shop does not answer, it tries again. An error of handle or of the place
// ends it and is returned. The position of that page is not stored, so the next call repeats the page: handle gets each change at least
// once. An error of kind LogReplaced means that the log was replaced: read all resources again, and begin with an empty place and "latest".
func (c *Client) Follow(ctx context.Context, f Following, handle func(ctx context.Context, change api.Change) error) error {
	after, err := f.Place.Load(ctx)
	if err != nil {
		return err
	}
	after = or(after, or(f.From, "0"))
	for failures := 0; ; {
		page, err := c.changes(ctx, f, after)
		var failed *Error
		if errors.As(err, &failed) && failed.Retryable && ctx.Err() == nil {
			failures++
			if err := c.wait(ctx, max(c.backoff(failures), failed.RetryAfter)); err != nil {
				return err
			}
			continue
		}
		if err != nil {
			return err
		}
		failures = 0
		for _, change := range page.Changes {
			if err := handle(ctx, change); err != nil {
				return err
			}
		}
		if page.Cursor != after {
			if err := f.Place.Store(ctx, page.Cursor); err != nil {
				return err
			}
			after = page.Cursor
		}
		if f.Until > 0 && page.Next >= f.Until {
			return nil
		}
	}
}

// changes reads a page of the feed.
func (c *Client) changes(ctx context.Context, f Following, after string) (api.Changes, error) {
	wait := or(f.Wait, 25*time.Second)
	query := url.Values{"after": {after}, "wait": {strconv.Itoa(int(wait.Seconds()))}}
	if len(f.Resources) > 0 {
		query.Set("resources", strings.Join(f.Resources, ","))
	}
	page, err := decoded[api.Changes](c.send(ctx, &call{
		method: http.MethodGet, path: "/changes", query: query, attempts: 1, withLogin: true, fresh: true, timeout: wait + 30*time.Second,
	}))
	var failed *Error
	if errors.As(err, &failed) && failed.Status == http.StatusConflict {
		failed.Kind = LogReplaced
	}
	return page, err
}
