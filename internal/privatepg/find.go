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

// Find looks for the server binaries that Start would use for a directory. If the directory holds a cluster already,
// only the version that made it will do; otherwise it is the newest.
//
// PG_BIN, if set, is the only place. Else all of these are looked at: /usr/lib/postgresql/*/bin, /usr/pgsql-*/bin,
// the user's cache as scripts/postgres.sh fills it, and PATH. TRADELOG_PG_SEARCH, a list of directories or patterns
// joined by colons, takes the place of the system's directories and of PATH.
//
// It fails with *NotFoundError or *VersionError.
func Find(dir string) (Binaries, error) {
	f := finder{getenv: os.Getenv}
	dataDir, major := existingCluster(dir)
	return f.find(context.Background(), dataDir, major)
}

var systemPlaces = []string{"/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin"}

type finder struct {
	getenv func(string) string
}

func (f finder) find(ctx context.Context, dataDir string, want int) (Binaries, error) {
	if dir := f.getenv("PG_BIN"); dir != "" {
		b, err := inspect(ctx, dir)
		if err != nil {
			return Binaries{}, &NotFoundError{Searched: []string{fmt.Sprintf("PG_BIN=%s (%v)", dir, err)}}
		}
		return b, fits(b, dataDir, want, "PG_BIN")
	}

	candidates, searched := f.candidates()
	var usable, old []Binaries
	for _, dir := range candidates {
		b, err := inspect(ctx, dir)
		switch {
		case err != nil: // only clients are installed, or something is half there
		case b.Major < MinMajor:
			old = append(old, b)
		default:
			usable = append(usable, b)
		}
	}
	// Stable: of equal versions the one found first is kept.
	slices.SortStableFunc(usable, func(x, y Binaries) int { return cmp.Compare(y.Major, x.Major) })
	if want > 0 {
		i := slices.IndexFunc(usable, func(b Binaries) bool { return b.Major == want })
		if i < 0 {
			return Binaries{}, &VersionError{DataDir: dataDir, Want: want, Found: append(usable, old...)}
		}
		return usable[i], nil
	}
	if len(usable) == 0 {
		return Binaries{}, &NotFoundError{Searched: searched, TooOld: old}
	}
	return usable[0], nil
}

// fits checks binaries that somebody chose for us.
func fits(b Binaries, dataDir string, want int, chosenBy string) error {
	switch {
	case want > 0 && b.Major != want:
		return &VersionError{DataDir: dataDir, Want: want, Found: []Binaries{b}, Set: chosenBy}
	case b.Major < MinMajor:
		return &NotFoundError{Searched: []string{chosenBy + "=" + b.Dir}, TooOld: []Binaries{b}}
	}
	return nil
}

// candidates lists the directories that hold a file named postgres, and the places looked at, for a person to read.
func (f finder) candidates() (dirs, searched []string) {
	look := func(pattern string) {
		searched = append(searched, pattern)
		found, _ := filepath.Glob(filepath.Join(pattern, "postgres")) // a bad pattern finds nothing
		for _, program := range found {
			dirs = append(dirs, filepath.Dir(program))
		}
	}
	places, path := systemPlaces, filepath.SplitList(f.getenv("PATH"))
	if limited := f.getenv("TRADELOG_PG_SEARCH"); limited != "" {
		places, path = filepath.SplitList(limited), nil
	}
	for _, p := range places {
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
		// Distributions link single programs into /usr/bin; the server finds its other files only from the real place.
		program, err := filepath.EvalSymlinks(filepath.Join(p, "postgres"))
		if err == nil && filepath.IsAbs(program) && !slices.Contains(dirs, filepath.Dir(program)) {
			dirs = append(dirs, filepath.Dir(program))
		}
	}
	return dirs, searched
}

// cache is where scripts/postgres.sh unpacks packages for a user who may not install any.
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

// existingCluster returns where the cluster of a directory is, and the major version that made it; 0 if there is none,
// or none that we may read.
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

// Exists tells whether a directory holds a cluster that Start would open, or says where its cluster is. It makes nothing. An
// error: it cannot be found out.
func Exists(dir string) (bool, error) {
	dataDir, _ := existingCluster(dir)
	for _, name := range []string{filepath.Join(dataDir, "PG_VERSION"), filepath.Join(dir, noteFile)} {
		if _, err := os.Stat(name); err == nil || !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) {
			return err == nil, err
		}
	}
	return false, nil
}
