package mail

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
)

// Directory keeps e-mails as files, one each, instead of sending them: 20261121T181500Z-ID.eml. Only their owner may read
// them. It is made when it is first needed.
type Directory string

// Send writes an e-mail into the directory. It is there as a whole or not at all.
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
