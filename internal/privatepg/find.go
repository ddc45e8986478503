package privatepg

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// Find looks for the server binaries that Start would use for a directory: those of the version that created its cluster, or else
// the newest.
//
// If PG_BIN is set, Find looks only there. Otherwise it looks in /usr/lib/postgresql/*/bin, /usr/pgsql-*/bin, the cache that
// scripts/postgres.sh fills, and PATH. TRADELOG_PG_SEARCH, a list of directories or patterns joined by colons, replaces the
// system directories and PATH.
//
// It fails with *notFoundError or *versionError.
func Find(dir string) (Binaries, error) {
	f := finder{getenv: os.Getenv}
	dataDir, major := existingCluster(dir)
	return f.find(context.Background(), dataDir, major)
}

// FindVersion looks for the binaries of a major version, in the places of Find. It fails with *notFoundError or *versionError.
func FindVersion(ctx context.Context, major int) (Binaries, error) {
	return finder{getenv: os.Getenv}.find(ctx, "the database", major)
}

var systemDirs = []string{"/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin"}

type finder struct {
	getenv func(string) string
}

func (f finder) find(ctx context.Context, dataDir string, want int) (Binaries, error) {
	if dir := f.getenv("PG_BIN"); dir != "" {
		b, err := inspect(ctx, dir)
		if err != nil {
			return Binaries{}, &notFoundError{Searched: []string{fmt.Sprintf("PG_BIN=%s (%v)", dir, err)}}
		}
		return b, checkBinaries(b, dataDir, want, "PG_BIN")
	}

	candidates, searched := f.candidates()
	var usable, old []Binaries
	for _, dir := range candidates {
		b, err := inspect(ctx, dir)
		switch {
		case err != nil: // only clients are installed, or the installation is incomplete
		case b.Major < minMajor:
			old = append(old, b)
		default:
			usable = append(usable, b)
		}
	}
	// Stable: of equal versions the first one found is used.
	slices.SortStableFunc(usable, func(x, y Binaries) int { return cmp.Compare(y.Major, x.Major) })
	if want > 0 {
		i := slices.IndexFunc(usable, func(b Binaries) bool { return b.Major == want })
		if i < 0 {
			return Binaries{}, &versionError{DataDir: dataDir, Want: want, Found: append(usable, old...)}
		}
		return usable[i], nil
	}
	if len(usable) == 0 {
		return Binaries{}, &notFoundError{Searched: searched, TooOld: old}
	}
	return usable[0], nil
}

// checkBinaries checks binaries that the user or the caller chose.
func checkBinaries(b Binaries, dataDir string, want int, chosenBy string) error {
	switch {
	case want > 0 && b.Major != want:
		return &versionError{DataDir: dataDir, Want: want, Found: []Binaries{b}, Set: chosenBy}
	case b.Major < minMajor:
		return &notFoundError{Searched: []string{chosenBy + "=" + b.Dir}, TooOld: []Binaries{b}}
	}
	return nil
}

// candidates returns the directories that contain a file named postgres, and the directories searched, for messages.
func (f finder) candidates() (dirs, searched []string) {
	look := func(pattern string) {
		searched = append(searched, pattern)
		found, _ := filepath.Glob(filepath.Join(pattern, "postgres")) // a bad pattern finds nothing
		for _, program := range found {
			dirs = append(dirs, filepath.Dir(program))
		}
	}
	patterns, path := systemDirs, filepath.SplitList(f.getenv("PATH"))
	if limited := f.getenv("TRADELOG_PG_SEARCH"); limited != "" {
		patterns, path = filepath.SplitList(limited), nil
	}
	for _, p := range patterns {
		look(p)
	}
	if cache := f.cache(); cache != "" {
		look(filepath.Join(cache, "*/usr/lib/postgresql/*/bin"))
	}
	if path == nil {
		return dirs, searched
	}
	searched = append(searched, "PATH")
	for _, p := range path {
		// Distributions link single programs into /usr/bin. The server finds its other files only from its real directory.
		program, err := filepath.EvalSymlinks(filepath.Join(p, "postgres"))
		if err == nil && filepath.IsAbs(program) && !slices.Contains(dirs, filepath.Dir(program)) {
			dirs = append(dirs, filepath.Dir(program))
		}
	}
	return dirs, searched
}

// cache returns the directory into which scripts/postgres.sh unpacks packages for a user who may not install any.
func (f finder) cache() string {
	base := f.getenv("XDG_CACHE_HOME")
	if !filepath.IsAbs(base) {
		home := f.getenv("HOME")
		if !filepath.IsAbs(home) {
			return ""
		}
		base = filepath.Join(home, ".cache")
	}
	return filepath.Join(base, "tradelog", "postgresql")
}

// existingCluster returns the directory of a directory's cluster and the major version that created it. The version is 0 if there is no
// cluster or it is not readable.
func existingCluster(dir string) (dataDir string, major int) {
	home := dir
	if b, err := os.ReadFile(filepath.Join(dir, noteFile)); err == nil {
		if noted := parseNote(b); noted != "" {
			home = noted
		}
	}
	dataDir = filepath.Join(home, dataName)
	b, err := os.ReadFile(filepath.Join(dataDir, "PG_VERSION"))
	if err != nil {
		return dataDir, 0
	}
	return dataDir, leadingNumber(strings.TrimSpace(string(b)))
}

// Exists reports whether a directory has a cluster that Start would open, or a note that names one. It changes nothing. It fails
// if that cannot be found out.
func Exists(dir string) (bool, error) {
	dataDir, _ := existingCluster(dir)
	for _, name := range []string{filepath.Join(dataDir, "PG_VERSION"), filepath.Join(dir, noteFile)} {
		if _, err := os.Stat(name); err == nil || !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) {
			return err == nil, err
		}
	}
	return false, nil
}
