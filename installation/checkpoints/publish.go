package checkpoints

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"tradelog/domain/fault"
	"tradelog/eventstore/audit"
)

// CheckTarget refuses a target that checkpoints cannot be published to. It takes file:PATH and an HTTPS URL; HTTP is for this machine
// alone.
func CheckTarget(target string) error {
	if path, ok := fileOf(target); ok && path != "" {
		return nil
	}
	u, err := url.Parse(target)
	if err == nil && u.Host != "" && (u.Scheme == "https" || u.Scheme == "http" && u.Hostname() == "127.0.0.1") {
		return nil
	}
	return fault.Invalidf("--checkpoints (TRADELOG_CHECKPOINTS) takes file:PATH, to which each checkpoint is appended as a line, or an " +
		"https:// URL, to which each is posted.")
}

// fileOf returns the path of a target that is a file.
func fileOf(target string) (string, bool) {
	rest, ok := strings.CutPrefix(target, "file:")
	return strings.TrimPrefix(rest, "//"), ok
}

// publishBatch bounds the checkpoints that are published in one go.
const publishBatch = 100

// Publish sends the checkpoints that were not published yet to a target, the oldest first. A checkpoint is marked when it is there, so
// after a crash one may be published twice.
func (b *Book) Publish(ctx context.Context, target string) error {
	for {
		waiting, err := b.query(ctx, `SELECT `+columns+` FROM log_checkpoints c WHERE published_at IS NULL ORDER BY position LIMIT $1`,
			publishBatch)
		if err != nil {
			return err
		}
		for _, c := range waiting {
			if err := publish(ctx, target, c.Checkpoint); err != nil {
				return fmt.Errorf("publish the checkpoint at position %d: %w", c.Position, err)
			}
			_, err := b.Pool.Exec(ctx, `UPDATE log_checkpoints SET published_at = $2 WHERE position = $1`, int64(c.Position), b.Clock())
			if err != nil {
				return err
			}
		}
		if len(waiting) < publishBatch {
			return nil
		}
	}
}

func publish(ctx context.Context, target string, c audit.Checkpoint) error {
	line, err := json.Marshal(c)
	if err != nil {
		return err
	}
	if path, ok := fileOf(target); ok {
		return appendLine(path, line)
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, target, bytes.NewReader(line))
	if err != nil {
		return errors.New("the address cannot be used") // the error would name it, and it may have a secret
	}
	r.Header.Set("Content-Type", "application/json")
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Do(r)
	if err != nil {
		var failed *url.Error
		if errors.As(err, &failed) {
			err = failed.Err
		}
		return err
	}
	defer answer.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, 1<<16)) // so that the connection can be used again
	if answer.StatusCode/100 != 2 {
		return fmt.Errorf("the receiver answered %s", answer.Status)
	}
	return nil
}

// appendLine adds a line to a file, on the disk when it returns.
func appendLine(path string, line []byte) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = file.Write(append(line, '\n'))
	if err == nil {
		err = file.Sync()
	}
	return errors.Join(err, file.Close())
}
