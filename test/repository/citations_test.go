package repository

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const contractDir = "docs/contract"

// TestCitationsResolve checks that every citation of the contract names an existing section, and an existing rule, check, step, row or
// example. docs/contract/README.md describes the format.
func TestCitationsResolve(t *testing.T) {
	t.Parallel()
	c := contract{}
	files, err := filepath.Glob(contractDir + "/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".md")
		if name == "README" {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, problem := range c.add(name, string(text)) {
			t.Errorf("%s:%s", file, problem)
		}
	}
	found := 0
	err = filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case leftBehind(d):
			return fs.SkipDir
		case d.IsDir(), !slices.Contains([]string{".go", ".sql", ".md", ".yml"}, filepath.Ext(path)),
			path == "test/repository/citations_test.go":
			return nil // the table below contains wrong citations
		}
		text, err := os.ReadFile(path)
		if err != nil || !slices.ContainsFunc(marks, func(mark string) bool { return strings.Contains(string(text), mark) }) {
			return err
		}
		n, problems := c.check(filepath.ToSlash(path), string(text))
		found += n
		for _, problem := range problems {
			t.Errorf("%s:%s", path, problem)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found < 200 {
		t.Errorf("only %d citations were found: the pattern is broken", found)
	}
}

// contract has the sections of each sheet, and how often each section has a numbered thing, such as "rule 5".
type contract map[string]map[string]map[string]int

var (
	heading  = regexp.MustCompile(`^#{2,} (\d+(?:\.\d+)*[a-z]?(?: \(\d\))?|[A-Z][a-z]+)(?: |$)`)
	listItem = regexp.MustCompile(`^(\d+)\. `)
	boldName = regexp.MustCompile(`^\*\*([A-Z][A-Z-]*\d*)\.\*\*`)
	kinds    = []string{"rule", "check", "step", "row", "example"}
)

// add reads a sheet. A section must not occur twice, and a list must count from 1.
func (c contract) add(sheet, text string) (problems []string) {
	sections := map[string]map[string]int{}
	c[sheet] = sections
	current, list, column, last := map[string]int{}, "rule", "", 0
	previous := ""
	for i, line := range strings.Split(text, "\n") {
		if m := heading.FindStringSubmatch(line); m != nil {
			if sections[m[1]] != nil {
				problems = append(problems, fmt.Sprintf("%d: section %s is there twice", i+1, m[1]))
			}
			current, list, last = map[string]int{}, "rule", 0
			sections[m[1]] = current
			if strings.HasSuffix(line, "teps") {
				list = "step"
			}
		}
		if m := listItem.FindStringSubmatch(line); m != nil {
			n, _ := strconv.Atoi(m[1])
			if n != last+1 && n != 1 {
				problems = append(problems, fmt.Sprintf("%d: item %d follows item %d", i+1, n, last))
			}
			last = n
			current[list+" "+m[1]]++
		}
		if m := boldName.FindStringSubmatch(line); m != nil {
			current["example "+m[1]]++
		}
		if cells := strings.Split(line, "|"); len(cells) > 2 && cells[0] == "" {
			first := strings.ToLower(strings.TrimSpace(cells[1]))
			if !strings.HasPrefix(previous, "|") {
				column = first
			} else if slices.Contains(kinds, column) {
				current[column+" "+strings.TrimSpace(cells[1])]++
			}
		}
		previous = line
	}
	return problems
}

// resolve returns the error of a citation, or "".
func (c contract) resolve(sheet, section string, things []string) string {
	sections, ok := c[sheet]
	switch {
	case !ok:
		return "there is no sheet " + sheet
	case sections[section] == nil:
		return fmt.Sprintf("%s has no section %s", sheet, section)
	}
	for _, thing := range things {
		times := 0
		for name, has := range sections {
			if name == section || strings.HasPrefix(name, section+".") || strings.HasPrefix(name, section+" (") {
				times += has[thing]
			}
		}
		switch {
		case times == 0:
			return fmt.Sprintf("%s §%s has no %s", sheet, section, thing)
		case times > 1:
			return fmt.Sprintf("%s §%s has %d of %s: name the subsection", sheet, section, times, thing)
		}
	}
	return ""
}

// marks are texts of which a file with citations, well formed or not, contains at least one.
var marks = []string{"§", "rest-v2", "shapes-", "conventions ", "conventions,", "mcp ", "mcp,"}

const thing = `(?:[A-Z]+(?:-[A-Z]+)?\d*|\d+)\b`

var (
	// continued matches the text between two lines of a comment or a paragraph.
	continued = regexp.MustCompile(`\n[ \t]*(?://|--|#|>)?[ \t]*`)
	cited     = regexp.MustCompile(`^§(\d+(?:\.\d+)*[a-z]?(?: \(\d\))?|[A-Z][a-z]+)(?: (rule|check|step|row|example)s? (` + thing +
		`(?:(?:, | and | to )` + thing + `)*))?`)
	named   = regexp.MustCompile(`(?:^|[^\w./-])([a-z][a-z0-9-]*) $`)
	foreign = regexp.MustCompile(`RFC \d+ $`)
	joined  = regexp.MustCompile(`^(?:, | and |; )§`)
	split   = regexp.MustCompile(`(, | and | to )`)
	apart   = regexp.MustCompile(`^,? (?:(?:rule|check|step|row|example|number|part)s? \d|[A-Z]\d)`)
	inside  = regexp.MustCompile(`[\w./-]$`)
	// sheets are names that always mean a sheet, and words that mean one if a number follows.
	sheets = []*regexp.Regexp{
		regexp.MustCompile(`rest-v2\b`), regexp.MustCompile(`shapes-[a-z]+\b`), regexp.MustCompile(`conventions,? C?\d+(?:\.\d+)*\b`),
		regexp.MustCompile(`mcp,? C?\d+(?:\.\d+)*\b`),
	}
)

// check follows the citations of a text. In a sheet, a section sign alone means that sheet.
func (c contract) check(path, text string) (found int, problems []string) {
	own, isSheet := strings.CutPrefix(strings.TrimSuffix(path, ".md"), contractDir+"/")
	if !isSheet {
		own = ""
	}
	text, lineOf := unwrap(text)
	report := func(at int, message string) { problems = append(problems, fmt.Sprintf("%d: %s", lineOf(at), message)) }
	sheet, next := "", -1
	for at := 0; ; {
		i := strings.Index(text[at:], "§")
		if i < 0 {
			break
		}
		at += i
		before := text[max(0, at-40):at]
		switch m := named.FindStringSubmatch(before); {
		case foreign.MatchString(before):
			at += len("§")
			continue
		case at == next:
		case m != nil && (c[m[1]] != nil || own == ""):
			sheet = m[1]
		case own != "":
			sheet = own
		default:
			report(at, "a section sign without a sheet: write it as docs/contract/README.md says")
			at += len("§")
			continue
		}
		m := cited.FindStringSubmatch(text[at:])
		if m == nil {
			report(at, "no section behind the section sign")
			at += len("§")
			continue
		}
		found++
		end := at + len(m[0])
		if message := c.resolve(sheet, m[1], things(m[2], m[3])); message != "" {
			report(at, message)
		}
		if apart.MatchString(text[end:]) {
			report(at, "write the kind and its number behind the section, without a comma: "+sheet+" §"+m[1]+" rule 1")
		}
		if next = -1; joined.MatchString(text[end:]) {
			next = end + strings.Index(text[end:], "§")
		}
		at = end
	}
	if isSheet {
		return found, problems
	}
	for _, name := range sheets {
		for _, m := range name.FindAllStringIndex(text, -1) {
			after := text[m[1]:]
			if !inside.MatchString(text[max(0, m[0]-1):m[0]]) && !strings.HasPrefix(after, " §") && !strings.HasPrefix(after, ".md") {
				report(m[0], fmt.Sprintf("%q looks like a citation: write sheet §section", text[m[0]:m[1]]))
			}
		}
	}
	return found, problems
}

// things lists the things that a citation names. "steps 3 to 5" names three steps.
func things(kind, list string) (out []string) {
	if kind == "" {
		return nil
	}
	names, between := split.Split(list, -1), split.FindAllString(list, -1)
	for i, name := range names {
		if i > 0 && between[i-1] == " to " {
			from, err := strconv.Atoi(names[i-1])
			to, err2 := strconv.Atoi(name)
			for n := from + 1; err == nil && err2 == nil && n < to; n++ {
				out = append(out, kind+" "+strconv.Itoa(n))
			}
		}
		out = append(out, kind+" "+name)
	}
	return out
}

// unwrap joins the lines of a text with spaces and removes comment marks. lineOf returns the line of an offset.
func unwrap(text string) (joined string, lineOf func(int) int) {
	var starts []int
	var b strings.Builder
	from := 0
	for _, m := range continued.FindAllStringIndex(text, -1) {
		b.WriteString(text[from:m[0]])
		b.WriteByte(' ')
		// A blank line ends inside the match: each line break counts.
		for range strings.Count(text[m[0]:m[1]], "\n") {
			starts = append(starts, b.Len())
		}
		from = m[1]
	}
	b.WriteString(text[from:])
	return b.String(), func(at int) int {
		line, exact := slices.BinarySearch(starts, at)
		if exact {
			line++
		}
		return line + 1
	}
}

// TestCitationsAreChecked checks that wrong citations are reported and correct ones are not.
func TestCitationsAreChecked(t *testing.T) {
	t.Parallel()
	c := contract{}
	for sheet, text := range map[string]string{
		"shapes-sales": "## 1 Carts\n\n### 1 (3) Rules\n\n| Check | What |\n|---|---|\n| 1 | a |\n| 2 | b |\n\n1. One.\n2. Two.\n3. Three.\n\n" +
			"## 2 Totals\n\n### 2.1 Rules\n\n1. One.\n\n### 2.2 Steps\n\n1. One.\n2. Two.\n\n### 2.3 Rules\n\n1. One.\n\n**CM-A.** It is.\n",
		"conventions": "## 1 Rulings\n\n| Row | Topic |\n|---|---|\n| C8 | a |\n\n## 2 Order\n\n| Step | What |\n|---|---|\n| 3 | a |\n| 4 | b " +
			"|\n| 5 | c |\n",
		"rest-v2": "## 2 Fields\n\n### 2.4a Card\n\n## Conventions\n",
	} {
		if problems := c.add(sheet, text); problems != nil {
			t.Fatal(problems)
		}
	}
	for _, row := range []struct{ text, want string }{
		{"// A rule (shapes-sales §1).", ""},
		{"// Rules (shapes-sales §1 (3)), (shapes-sales §1 rule 3) and shapes-sales §1 rules 1, 2 and 3.", ""},
		{"// Checks (conventions §2 steps 3 to 5, §1 row C8; rest-v2 §2.4a and rest-v2 §Conventions).", ""},
		{"// An example (shapes-sales §2 example CM-A), and a step (shapes-sales §2 step 2).", ""},
		{"// A comment that is long (shapes-sales\n\t// §2.2 steps 1\n\t// and 2).", ""},
		{"-- SQL (conventions\n-- §2).", ""},
		{"// The forms of a header (RFC 9110 §13.1.2), as the conventions ask. See docs/contract/rest-v2.md.", ""},
		{"apiplatform/protocols/rest_v2 and mcp 1 things of tradelog/mcp", `1: "mcp 1" looks like a citation: write sheet §section`},

		{"a\n// (shapes-sales §3).", "2: shapes-sales has no section 3"},
		{"// (shapes-sales §1.1).", "1: shapes-sales has no section 1.1"},
		{"// (shapes-sales §1 (4)).", "1: shapes-sales has no section 1 (4)"},
		{"// (shapes-sales §1, §9).", "1: shapes-sales has no section 9"},
		{"// (conventions §1 row C9).", "1: conventions §1 has no row C9"},
		{"// (shapes-sales §1 check 3).", "1: shapes-sales §1 has no check 3"},
		{"// (conventions §2 steps 2 to 4).", "1: conventions §2 has no step 2"},
		{"// (conventions §2 steps 4 to 6).", "1: conventions §2 has no step 6"},
		{"// (shapes-sales §1 rules 2 and 4).", "1: shapes-sales §1 has no rule 4"},
		{"// (shapes-sales §2 rule 1).", "1: shapes-sales §2 has 2 of rule 1: name the subsection"},
		{"// (rest-v2 §Limits).", "1: rest-v2 has no section Limits"},
		{"// (shapes-sale §1).", "1: there is no sheet shapes-sale"},
		{"// (design §1).", "1: there is no sheet design"},
		{"// a\n\n// b\n// (§1).", "4: a section sign without a sheet: write it as docs/contract/README.md says"},
		{"// (rest-v2.md §2).", "1: a section sign without a sheet: write it as docs/contract/README.md says"},
		{"// (conventions §1, C8).", "1: write the kind and its number behind the section, without a comma: conventions §1 rule 1"},
		{"// (rest-v2 § 2).", "1: no section behind the section sign"},
		{"// (shapes-sales §1, rule 3).", "1: write the kind and its number behind the section, without a comma: shapes-sales §1 rule 1"},
		{"// a\n// (shapes-sales 1.1).", `2: "shapes-sales" looks like a citation: write sheet §section`},
		{"// (rest-v2, Conventions).", `1: "rest-v2" looks like a citation: write sheet §section`},
		{"// (conventions 3.4).", `1: "conventions 3.4" looks like a citation: write sheet §section`},
		{"// (conventions C8).", `1: "conventions C8" looks like a citation: write sheet §section`},
	} {
		_, problems := c.check("a.go", row.text)
		if got := strings.Join(problems, "\n"); got != row.want {
			t.Errorf("%q:\ngot  %s\nwant %s", row.text, got, row.want)
		}
	}
	if _, problems := c.check(contractDir+"/shapes-sales.md", "See §1 rule 2, conventions §2, and §2.1."); problems != nil {
		t.Error(problems)
	}
	if _, problems := c.check(contractDir+"/shapes-sales.md", "See conventions §2, §2.1."); len(problems) != 1 {
		t.Error("a section that goes on after another sheet is that sheet's", problems)
	}
	for text, want := range map[string]string{
		"## 1 A\n## 1 B\n": "2: section 1 is there twice", "## 1 A\n1. One.\n3. Three.\n": "3: item 3 follows item 1",
	} {
		if problems := (contract{}).add("x", text); len(problems) != 1 || problems[0] != want {
			t.Errorf("%q: %q, want %q", text, problems, want)
		}
	}
}
