package privatepg

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
)

const logName = "postgres.log"

// openLog begins a new log and keeps the previous one. This process opens it, because the server's account may not be able to
// write to the directory.
func openLog(root *os.Root) (*os.File, error) {
	if err := root.Rename(logName, logName+".1"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return root.OpenFile(logName, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
}

// tail returns the end of the log, from the beginning of a line. It leaves out clients that were refused while the server started
// or stopped, because under load they are many.
func tail(f *os.File) string {
	const read, most = 1 << 18, 2000
	fi, err := f.Stat()
	if err != nil {
		return ""
	}
	from := max(0, fi.Size()-read)
	b, _ := io.ReadAll(io.NewSectionReader(f, from, read))
	text := string(b)
	if from > 0 {
		_, text, _ = strings.Cut(text, "\n")
	}
	lines := slices.DeleteFunc(strings.Split(text, "\n"),
		func(line string) bool { return strings.Contains(line, "FATAL:  the database system is ") })
	text = strings.Join(lines, "\n")
	if over := len(text) - most; over > 0 {
		_, text, _ = strings.Cut(text[over:], "\n")
	}
	return strings.TrimSpace(text)
}
