package cli

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

// hasInstallation refuses a data directory without an installation and suggests others. It changes nothing.
func (g *Globals) hasInstallation() error {
	found, err := privatepg.Exists(filepath.Join(g.Data, clusterName))
	switch {
	case errors.Is(err, fs.ErrPermission):
		return g.explain(err)
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

// installationsNear returns directories with an installation near a path, the most similar names first: its parent, its children,
// its siblings and the default.
func installationsNear(data string) []string {
	clean := filepath.Clean(data)
	around := filepath.Dir(clean)
	places := []string{around}
	for _, pattern := range []string{filepath.Join(clean, "*"), filepath.Join(around, "*"), filepath.Join(around, "*", "*")} {
		found, _ := filepath.Glob(pattern) // a bad pattern finds nothing
		places = append(places, found...)
	}
	places = append(places, "data")
	var near []string
	for _, place := range places {
		if found, err := privatepg.Exists(filepath.Join(place, clusterName)); err != nil || !found {
			continue
		}
		if !filepath.IsAbs(place) && !strings.HasPrefix(place, ".") {
			place = "." + string(filepath.Separator) + place
		}
		if !slices.Contains(near, place) {
			near = append(near, place)
		}
	}
	name := filepath.Base(clean)
	slices.SortStableFunc(near, func(a, b string) int { return distance(name, filepath.Base(a)) - distance(name, filepath.Base(b)) })
	return near[:min(len(near), 3)]
}

// meant suggests the known names that are most like one, as the end of a sentence; nothing if none is like it.
func meant(name string, known []string) string {
	near := nearest(name, known)
	switch len(near) {
	case 0:
		return ""
	case 1:
		return " Did you mean " + near[0] + "?"
	}
	return " Did you mean one of these: " + strings.Join(near, ", ") + "?"
}

// nearest returns up to three names that differ from a name in a few letters, or that begin or end with it, the most similar first.
func nearest(name string, known []string) []string {
	type candidate struct {
		name string
		far  int
	}
	name = strings.ToLower(name)
	var near []candidate
	for _, k := range known {
		lower := strings.ToLower(k)
		far := distance(name, lower)
		switch {
		case far <= max(2, len(name)/4):
		case len(name) > 2 && (strings.HasSuffix(lower, "/"+name) || strings.HasPrefix(lower, name)):
			far += len(name)
		default:
			continue
		}
		near = append(near, candidate{k, far})
	}
	slices.SortStableFunc(near, func(a, b candidate) int { return a.far - b.far })
	if len(near) > 0 { // distant names are of no help beside close ones
		near = slices.DeleteFunc(near, func(c candidate) bool { return c.far > near[0].far+2 })
	}
	var names []string
	for _, c := range near[:min(len(near), 3)] {
		names = append(names, c.name)
	}
	return names
}

// distance returns the Levenshtein distance of two names.
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i, r := range x {
		diagonal := row[0]
		row[0] = i + 1
		for j, s := range y {
			replaced := diagonal
			if r != s {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(y)]
}
