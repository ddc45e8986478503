package privatepg

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
)

const logName = "postgres.log"

// openLog begins a new log and keeps the one of the run before. We open it, not the server: it belongs beside the data a
// person knows about, where the server's account may not be able to write.
func openLog(root *os.Root) (*os.File, error) {
	if err := root.Rename(logName, logName+".1"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return root.OpenFile(logName, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
}

// tail returns the end of the log, from the beginning of a line.
func tail(f *os.File) string {
	const most = 2000
	fi, err := f.Stat()
	if err != nil {
		return ""
	}
	from := max(0, fi.Size()-most)
	b, _ := io.ReadAll(io.NewSectionReader(f, from, most))
	text := string(b)
	if from > 0 {
		_, text, _ = strings.Cut(text, "\n")
	}
	return strings.TrimSpace(text)
}
