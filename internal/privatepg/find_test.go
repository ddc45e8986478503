//go:build linux

package privatepg

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// fake makes a directory that looks like one with a server's binaries of that version.
func fake(t *testing.T, dir, version string) string {
	t.Helper()
	fatal(t, os.MkdirAll(dir, 0o755))
	for _, name := range []string{"postgres", "initdb"} {
		script := fmt.Sprintf("#!/bin/sh\necho '%s (PostgreSQL) %s'\n", name, version)
		writeProgram(t, filepath.Join(dir, name), strings.NewReader(script))
	}
	return dir
}

func find(env map[string]string, want int) (Binaries, error) {
	f := finder{getenv: func(name string) string { return env[name] }}
	return f.find(context.Background(), "/some/data", want)
}

func TestFind(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	v14 := fake(t, filepath.Join(root, "14"), "14.9 (Debian 14.9-1)")
	v16 := fake(t, filepath.Join(root, "16"), "16.2")
	v17 := fake(t, filepath.Join(root, "17"), "17beta1")
	cached := fake(t, filepath.Join(root, "cache/tradelog/postgresql/18/usr/lib/postgresql/18/bin"), "unasked")
	library := filepath.Join(root, "cache/tradelog/postgresql/18/usr/lib/x86_64-linux-gnu")
	fatal(t, os.MkdirAll(library, 0o755))
	clients := filepath.Join(root, "clients")
	fatal(t, os.MkdirAll(clients, 0o755))
	fatal(t, os.WriteFile(filepath.Join(clients, "psql"), nil, 0o755))
	fatal(t, os.WriteFile(filepath.Join(clients, "postgres"), nil, 0o644)) // no program
	linked := filepath.Join(root, "linked")
	fatal(t, os.MkdirAll(linked, 0o755))
	fatal(t, os.Symlink(filepath.Join(v17, "postgres"), filepath.Join(linked, "postgres")))

	limit := func(dirs ...string) map[string]string {
		return map[string]string{"TRADELOG_PG_SEARCH": strings.Join(dirs, ":"), "PATH": v17}
	}
	for _, c := range []struct {
		name string
		env  map[string]string
		want int
		dir  string
		err  any
	}{
		{name: "the newest", env: limit(v14, v16, clients, v17), dir: v17},
		{name: "a pattern", env: limit(root + "/1*"), dir: v17},
		{name: "not PATH if limited", env: limit(v16), dir: v16},
		{name: "the one that fits the data", env: limit(v17, v16, v14), want: 16, dir: v16},
		{name: "none fits the data", env: limit(v16, v14), want: 17, err: new(*versionError)},
		{name: "nothing", env: limit(clients, root+"/none"), err: new(*notFoundError)},
		{name: "too old", env: limit(v14), err: new(*notFoundError)},
		{name: "PG_BIN before all", env: map[string]string{"PG_BIN": v16, "PATH": v17}, dir: v16},
		{name: "PG_BIN too old", env: map[string]string{"PG_BIN": v14}, err: new(*notFoundError)},
		{name: "PG_BIN empty-handed", env: map[string]string{"PG_BIN": clients}, err: new(*notFoundError)},
		{name: "PG_BIN does not fit the data", env: map[string]string{"PG_BIN": v16}, want: 17, err: new(*versionError)},
		{name: "the cache", env: map[string]string{"TRADELOG_PG_SEARCH": v17, "XDG_CACHE_HOME": root + "/cache"}, dir: cached},
		{name: "the cache below HOME is not there", env: map[string]string{"TRADELOG_PG_SEARCH": v17, "HOME": root}, dir: v17},
		{name: "a link in PATH", env: map[string]string{"PATH": linked}, want: 17, dir: v17},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := find(c.env, c.want)
			if c.err != nil {
				if !errors.As(err, c.err) {
					t.Fatalf("got %v, %v; want %T", got, err, c.err)
				}
				return
			}
			fatal(t, err)
			if got.Dir != c.dir {
				t.Errorf("got %s, want %s", got.Dir, c.dir)
			}
			if c.dir == cached && (len(got.Libraries) != 1 || got.Libraries[0] != library) {
				t.Errorf("libraries: %q", got.Libraries)
			}
		})
	}
}

func TestNothingFoundTellsWhatToDo(t *testing.T) {
	t.Parallel()
	_, err := find(map[string]string{"TRADELOG_PG_SEARCH": "/none", "HOME": "/nowhere"}, 0)
	wantText(t, err.Error(), "PostgreSQL", "15", "/none", "/nowhere/.cache/tradelog/postgresql")
	wantText(t, Advice(err), "make setup", "scripts/postgres.sh", "--database postgres://", "PG_BIN", "postgresql-server")

	old := fake(t, t.TempDir(), "14.1")
	_, err = find(map[string]string{"PG_BIN": old}, 0)
	wantText(t, err.Error(), "PG_BIN="+old, "too old: 14")
	_, err = find(map[string]string{"PG_BIN": old}, 18)
	wantText(t, err.Error(), "/some/data", "PostgreSQL 18", "PG_BIN names 14")
	wantText(t, Advice(err), "postgresql-18", "pg_upgrade", "--data")
}

func TestStartWithoutBinaries(t *testing.T) {
	t.Setenv("PG_BIN", "/none")
	dir := filepath.Join(tempDir(t), "d")
	_, err := Start(t.Context(), Options{Dir: dir})
	if _, ok := errors.AsType[*notFoundError](err); !ok {
		t.Fatalf("got %v", err)
	}
	if exists(t, dir) {
		t.Error("the directory was created")
	}
}

func TestDataOfAnotherVersion(t *testing.T) {
	t.Parallel()
	dir := tempDir(t)
	fatal(t, os.Mkdir(filepath.Join(dir, dataName), 0o700))
	fatal(t, os.WriteFile(filepath.Join(dir, dataName, "PG_VERSION"), []byte("99\n"), 0o600))
	_, err := Start(t.Context(), Options{Dir: dir})
	if _, ok := errors.AsType[*versionError](err); !ok {
		t.Fatalf("got %v", err)
	}
	wantText(t, err.Error(), dir, "PostgreSQL 99", "found only")

	_, err = Start(t.Context(), Options{Dir: dir, Binaries: Binaries{Dir: "/some", Major: 16}})
	if _, ok := errors.AsType[*versionError](err); !ok {
		t.Fatalf("got %v", err)
	}
}

func TestDataIsSomethingElse(t *testing.T) {
	t.Parallel()
	dir := tempDir(t)
	fatal(t, os.Mkdir(filepath.Join(dir, dataName), 0o700))
	empty := start1(t, Options{Dir: dir}) // an empty directory is fine
	stop(t, empty)

	dir = tempDir(t)
	fatal(t, os.Mkdir(filepath.Join(dir, dataName), 0o700))
	fatal(t, os.WriteFile(filepath.Join(dir, dataName, "thesis.doc"), nil, 0o600))
	_, err := Start(t.Context(), Options{Dir: dir, Settings: quick})
	if err == nil {
		t.Fatal("it started")
	}
	wantText(t, err.Error(), dir, "not a PostgreSQL data directory", "--data")
}
