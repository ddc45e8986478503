package fault

import (
	"fmt"
	"slices"
	"strings"
)

// Meant suggests the known names that are most like one, as the end of a sentence; nothing if none is like it.
func Meant(name string, known []string) Suggestion { return Suggestion{nearest(name, known)} }

// Suggestion is a question behind a sentence, with a blank before it; nothing if no name is suggested. As the argument of a refusal it is
// translated with it.
type Suggestion struct{ near []string }

func (s Suggestion) String() string {
	if len(s.near) == 0 {
		return ""
	}
	format, args := question(s.near).Format()
	return " " + fmt.Sprintf(format, args...)
}

// Format returns the format and arguments of the text, for translation.
func (s Suggestion) Format() (format string, args []any) {
	if len(s.near) == 0 {
		return "", nil
	}
	return " %s", []any{question(s.near)}
}

// question asks for one of some names.
type question []string

// Format returns the format and arguments of the question.
func (q question) Format() (format string, args []any) {
	if len(q) == 1 {
		return "Did you mean %s?", []any{verbatim(q[0])}
	}
	return "Did you mean one of these: %s?", []any{verbatim(strings.Join(q, ", "))}
}

// verbatim is a text that is not translated.
type verbatim string

// nearest returns up to three names that differ from a name in a few letters, or that begin or end with it. The most similar comes first.
func nearest(name string, known []string) []string {
	type candidate struct {
		name string
		far  int
	}
	name = strings.ToLower(name)
	var near []candidate
	for _, k := range known {
		lower := strings.ToLower(k)
		far := Distance(name, lower)
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

// Distance returns the Levenshtein distance of two names.
func Distance(a, b string) int {
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
