package mail

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
)

// Directory writes e-mails to files, such as 20261121T181500Z-ID.eml, instead of sending them. Only their owner may read them.
// The directory is created on first use.
type Directory string

// Send writes an e-mail to the directory atomically.
func (d Directory) Send(_ context.Context, m Message) error {
	var content bytes.Buffer
	if err := Write(&content, m); err != nil {
		return err
	}
	if os.MkdirAll(string(d), 0o700) != nil {
		return &Failure{Reason: "the directory for e-mails cannot be made", Everybody: true}
	}
	path := filepath.Join(string(d), m.Date.UTC().Format("20060102T150405Z")+"-"+m.ID+".eml")
	part := path + ".part"
	if os.WriteFile(part, content.Bytes(), 0o600) != nil || os.Rename(part, path) != nil {
		return &Failure{Reason: "the directory for e-mails cannot be written to", Everybody: true}
	}
	return nil
}
