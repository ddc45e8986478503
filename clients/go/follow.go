package tradelog

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
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

// FilePlace is the name of a file as a Place. A cursor is written to a second file, which is synced and renamed, so that the file is never
// half written.
type FilePlace string

// Load reads the file.
func (f FilePlace) Load(context.Context) (string, error) {
	text, err := os.ReadFile(string(f))
	if errors.Is(err, os.ErrNotExist) {
		return "", nil
	}
	return strings.TrimSpace(string(text)), err
}

// Store replaces the file.
func (f FilePlace) Store(_ context.Context, cursor string) error {
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
	// Read reads what has changed, and passes it to the handler; empty: nothing is read.
	Read Reading
}

// Reading tells how a follower reads what has changed.
type Reading string

// The ways of reading. Resources whose lists take no ids are always read as documents.
const (
	Documents Reading = "documents" // one by one, as they are now
	Rows      Reading = "rows"      // rows of the lists, as of the end of the page: up to 100 by one request
)

// Change is a change of the feed.
type Change struct {
	api.Change
	// Document is the changed resource, if Following has Read. It is nil if the resource was deleted, or has left the stores of the login:
	// delete your copy.
	Document json.RawMessage `json:"-"`
}

// Follow calls handle for each change after the stored position, in the order of the log, and stores the position after each page. It ends
// with the context, at Until, or at a permanent failure; while the shop does not answer, it tries again. An error of handle or of the place
// ends it and is returned. The position of that page is not stored, so the next call repeats the page: handle gets each change at least
// once. An error of kind LogReplaced means that the log was replaced: read all resources again, and begin with an empty place and "latest".
func (c *Client) Follow(ctx context.Context, f Following, handle func(ctx context.Context, change Change) error) error {
	after, err := f.Place.Load(ctx)
	if err != nil {
		return err
	}
	after = or(after, or(f.From, "0"))
	for failures := 0; ; {
		page, err := c.changes(ctx, f, after)
		var documents map[name]json.RawMessage
		if err == nil && f.Read != "" {
			documents, err = c.changed(ctx, page.Changes, f.Read)
		}
		var failed *Error
		if errors.As(err, &failed) && failed.Retryable {
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
			if err := handle(ctx, Change{change, documents[nameOf(change)]}); err != nil {
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
	if after == "latest" {
		query.Set("wait", "0") // the position is stored at once, so that a crash meanwhile loses no change
	}
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

// name is the name of a changed resource.
type name struct{ resource, id string }

func nameOf(change api.Change) name { return name{change.Resource, change.ID.String()} }

// batch is the number of rows that a list returns by their IDs.
const batch = 100

// changed reads the resources of a page. Those that are gone are not in the result.
func (c *Client) changed(ctx context.Context, changes []api.Change, how Reading) (map[name]json.RawMessage, error) {
	documents := map[name]json.RawMessage{}
	known := map[name]bool{}
	lists := map[string]map[string]name{} // names by the IDs that lists take
	for _, change := range changes {
		of := nameOf(change)
		if known[of] {
			continue
		}
		known[of] = true
		if how == Rows && batched[change.Resource] {
			id := of.id
			if change.ProductID != nil {
				id = strconv.FormatInt(*change.ProductID, 10)
			}
			if lists[of.resource] == nil {
				lists[of.resource] = map[string]name{}
			}
			lists[of.resource][id] = of
			continue
		}
		document, err := Get[json.RawMessage](ctx, c, Path(of.resource, of.id), nil)
		if kind := KindOf(err); kind == NotFound || kind == Forbidden {
			continue
		}
		if err != nil {
			return nil, err
		}
		documents[of] = document
	}
	for resource, names := range lists {
		ids := make([]string, 0, len(names))
		for id := range names {
			ids = append(ids, id)
		}
		for some := range slices.Chunk(ids, batch) {
			query := url.Values{"ids": {strings.Join(some, ",")}, "asOf": {strconv.FormatInt(changes[len(changes)-1].Position, 10)}}
			rows, err := Get[[]json.RawMessage](ctx, c, Path(resource), query)
			if err != nil {
				return nil, err
			}
			for _, row := range rows {
				var of struct{ ID, ProductID api.ID }
				if err := json.Unmarshal(row, &of); err != nil {
					return nil, &Error{Kind: Network, Message: "a row has no ID: " + err.Error(), cause: err}
				}
				documents[names[or(of.ID.String(), of.ProductID.String())]] = row
			}
		}
	}
	return documents, nil
}
