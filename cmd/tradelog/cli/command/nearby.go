package command

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tradelog/domain/fault"
	"tradelog/internal/privatepg"
)

// requireInstallation refuses a data directory without an installation and suggests others. It changes nothing.
func (g *Globals) requireInstallation() error {
	found, err := privatepg.Exists(filepath.Join(g.Data, ClusterName))
	switch {
	case errors.Is(err, fs.ErrPermission):
		return g.Explain(err)
	case err != nil:
		return fault.Invalidf("The data directory %s cannot be read: %v", g.Data, errors.Unwrap(err))
	}
	if found {
		return nil
	}
	here := "is no installation of tradelog"
	if info, err := os.Stat(g.Data); errors.Is(err, fs.ErrNotExist) {
		here = "does not exist"
	} else if err == nil && !info.IsDir() {
		here = "is no directory"
	}
	advice := "tradelog serve --data " + g.Data + " makes an installation there."
	switch near := installationsNear(g.Data); len(near) {
	case 0:
	case 1:
		advice = "Did you mean --data " + near[0] + "? " + advice
	default:
		advice = "Did you mean one of these: --data " + strings.Join(near, ", --data ") + "? " + advice
	}
	return fault.NotFoundf("The data directory %s %s.\n%s", g.Data, here, advice)
}

// installationsNear returns directories with an installation near a path, the most similar names first: its parent, its children, its
// siblings and the default.
func installationsNear(data string) []string {
	clean := filepath.Clean(data)
	around := filepath.Dir(clean)
	dirs := []string{around}
	for _, pattern := range []string{filepath.Join(clean, "*"), filepath.Join(around, "*"), filepath.Join(around, "*", "*")} {
		found, _ := filepath.Glob(pattern) // a bad pattern finds nothing
		dirs = append(dirs, found...)
	}
	dirs = append(dirs, "data")
	var near []string
	for _, dir := range dirs {
		if found, err := privatepg.Exists(filepath.Join(dir, ClusterName)); err != nil || !found {
			continue
		}
		if !filepath.IsAbs(dir) && !strings.HasPrefix(dir, ".") {
			dir = "." + string(filepath.Separator) + dir
		}
		if !slices.Contains(near, dir) {
			near = append(near, dir)
		}
	}
	name := filepath.Base(clean)
	slices.SortStableFunc(near, func(a, b string) int {
		return fault.Distance(name, filepath.Base(a)) - fault.Distance(name, filepath.Base(b))
	})
	return near[:min(len(near), 3)]
}
