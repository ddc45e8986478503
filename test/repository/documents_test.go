package repository

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestDocumentsNameWhatExists checks that everything that documents name exists: files, directories, Go identifiers, tests, sections and
// targets of make. Commands, flags, environment variables and configuration paths of the program must exist, too. Documents are README.md,
// docs/*.md and the comments of files named doc.go. In the comments of other Go files, names of files are checked.
func TestDocumentsNameWhatExists(t *testing.T) {
	t.Parallel()
	r := readTree(t)
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, page := range append(pages, "README.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		n, problems := r.checkPage(page, string(text))
		found += n
		for _, problem := range problems {
			t.Errorf("%s:%s", page, problem)
		}
	}
	for _, c := range r.comments {
		n, problems := r.checkComment(c)
		found += n
		for _, problem := range problems {
			t.Errorf("%s:%s", c.file, problem)
		}
	}
	if found < 400 {
		t.Errorf("only %d names were found: the patterns are broken", found)
	}
	for name, reason := range elsewhere {
		if reason == "" || !r.excused[name] {
			t.Errorf("the exception %q is not needed, or lacks a reason", name)
		}
	}
}

// elsewhere lists names that look like parts of the repository, with the reason why they are not.
var elsewhere = map[string]string{
	"http/protobuf":      "a value of OTEL_EXPORTER_OTLP_PROTOCOL",
	"docker-compose.yml": "a file of the documentation of EventStoreDB",
	"doc.go":             "a name of many files",
	"api.Order":          "a type that clients/generator makes",
}

// valuesOf maps names that documents use for values to their types.
var valuesOf = map[string]string{"c": "operations.Call"}

const fileEnding = `\.(?:go|md|sql|sh|tsv|txt|yaml|yml|html|jsonl)`

var (
	quotedName = regexp.MustCompile("`([^`]+)`")
	fence      = regexp.MustCompile("(?ms)^```.*?^```")
	mdLink     = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	mdHeading  = regexp.MustCompile(`(?m)^#+ (.+)$`)
	notInSlug  = regexp.MustCompile(`[^\p{L}\p{N} _-]`)

	fileName = regexp.MustCompile(`^[\w.*<>-]+(?:/[\w.*<>-]+)*` + fileEnding + `$`)
	dirName  = regexp.MustCompile(`^[a-z]\w*(?:/[\w.*<>-]+)+?/?$`)
	topDir   = regexp.MustCompile(`^[a-z]\w*/$`)
	goName   = regexp.MustCompile(`^\*?((?:[a-z]\w*/)*[a-z]\w*)\.([A-Z]\w*(?:\.[A-Z]\w*)*)(?:\(.*\)|\{.*\}.*)?$`)
	testName = regexp.MustCompile(`^Test[A-Z]\w*$`)
	makeCall = regexp.MustCompile(`^make ([a-z][a-z-]*)`)

	inComment   = regexp.MustCompile(`(?:^|[\s(\[,])((?:[\w.*-]+/)*[\w*-]+\.(?:go|md|sql|sh|tsv))\b`)
	nameInWords = regexp.MustCompile(`(?:^|[\s(\[*,&])([a-z]\w*)\.([A-Z]\w*(?:\.[A-Z]\w*)*)\b`)
)

// checkPage checks the names between backquotes in a page of Markdown, and the targets of its links.
func (r *tree) checkPage(page, text string) (found int, problems []string) {
	blank := func(s string) string { return strings.Repeat("\n", strings.Count(s, "\n")) }
	n, problems := r.program.checkCode(text)
	found += n
	text = fence.ReplaceAllStringFunc(text, blank)
	line := 1
	for _, paragraph := range strings.SplitAfter(text, "\n\n") {
		names := quotedName.FindAllStringSubmatchIndex(paragraph, -1)
		near := []string{".", path.Dir(page)} // directories that the paragraph names
		for _, m := range names {
			if name := strings.TrimSuffix(paragraph[m[2]:m[3]], "/"); r.paths[name] {
				near = append(near, name, path.Dir(name))
			}
		}
		for _, m := range names {
			name := strings.Join(strings.Fields(paragraph[m[2]:m[3]]), " ")
			if elsewhere[name] != "" {
				r.excused[name] = true
				continue
			}
			known, problem := r.checkName(page, name, near)
			if known {
				found++
			}
			if problem != "" {
				problems = append(problems, strconv.Itoa(line+strings.Count(paragraph[:m[0]], "\n"))+": "+problem)
			}
		}
		for _, m := range mdLink.FindAllStringSubmatchIndex(paragraph, -1) {
			found++
			if target := paragraph[m[2]:m[3]]; !r.leads(page, target) {
				problems = append(problems, strconv.Itoa(line+strings.Count(paragraph[:m[0]], "\n"))+": the link to "+target+" leads nowhere")
			}
		}
		line += strings.Count(paragraph, "\n")
	}
	return found, problems
}

// checkName checks a name between backquotes. known is false if it is of no kind that can be checked.
func (r *tree) checkName(page, name string, near []string) (known bool, problem string) {
	first, _, _ := strings.Cut(name, "/")
	switch m := goName.FindStringSubmatch(name); {
	case m != nil && (!strings.Contains(m[1], "/") || r.paths[first]) && !fileName.MatchString(name):
		return true, r.checkGo(m[1], m[2])
	case fileName.MatchString(name):
		if !slices.ContainsFunc(near, func(dir string) bool { return r.exists(path.Join(dir, name)) }) {
			return true, "there is no file " + name + "; a name without a directory stands in a paragraph that names its directory"
		}
		return true, ""
	case dirName.MatchString(name) && r.paths[first] || topDir.MatchString(name) && page == "README.md":
		if !slices.ContainsFunc(near, func(dir string) bool { return r.exists(path.Join(dir, name)) }) {
			return true, "there is no directory " + name
		}
		return true, ""
	case testName.MatchString(name):
		if !r.tests[name] {
			return true, "there is no test " + name
		}
		return true, ""
	}
	if m := makeCall.FindStringSubmatch(name); m != nil {
		if !r.targets[m[1]] {
			return true, "make has no target " + m[1]
		}
		return true, ""
	}
	return r.program.checkName(name)
}

// exists reports whether there is a file or directory. Stars and names in angle brackets stand for any text within a segment.
func (r *tree) exists(name string) bool {
	if r.paths[name] || !strings.ContainsAny(name, "*<") {
		return r.paths[name]
	}
	pattern := regexp.MustCompile(`<[^>]*>`).ReplaceAllString(name, "*")
	for known := range r.paths {
		if ok, err := path.Match(pattern, known); ok && err == nil {
			return true
		}
	}
	return false
}

// checkGo checks a name that belongs to a package, which may be given with its directory. Members of members are looked for in all types.
func (r *tree) checkGo(of, name string) string {
	dir := of
	of = path.Base(of)
	if typ, ok := valuesOf[of]; ok {
		of, name = path.Dir(strings.ReplaceAll(typ, ".", "/")), path.Base(strings.ReplaceAll(typ, ".", "/"))+"."+name
	}
	packages := r.packages[of]
	if dir != path.Base(dir) {
		packages = slices.DeleteFunc(slices.Clone(packages), func(p *goPackage) bool { return p.dir != dir })
	}
	switch {
	case len(packages) == 0 && r.foreign[dir]:
		return ""
	case len(packages) == 0:
		return "there is no package " + dir
	}
	parts := strings.Split(name, ".")
	for _, p := range packages {
		m, declared := p.names[parts[0]]
		if !declared {
			continue
		}
		if len(parts) > 1 && (m == nil || !m.names[parts[1]] && !(m.open && r.anyMember(parts[1]))) {
			return of + "." + parts[0] + " has no " + parts[1]
		}
		for _, deeper := range parts[min(2, len(parts)):] {
			if !r.anyMember(deeper) {
				return of + "." + name + ": no type has " + deeper
			}
		}
		return ""
	}
	if r.foreign[dir] {
		return "" // of a package of the same name, such as net/http
	}
	return "package " + dir + " has no " + parts[0]
}

// anyMember reports whether any type has a field or method of a name.
func (r *tree) anyMember(name string) bool {
	for _, packages := range r.packages {
		for _, p := range packages {
			for _, m := range p.names {
				if m != nil && m.names[name] {
					return true
				}
			}
		}
	}
	return false
}

// leads reports whether a link of a page leads to a file, and to a heading of it if it names one. Links to other sites are not followed.
func (r *tree) leads(page, target string) bool {
	if strings.Contains(target, "://") {
		return true
	}
	file, heading, _ := strings.Cut(target, "#")
	if file == "" {
		file = page
	} else {
		file = path.Join(path.Dir(page), file)
	}
	if !r.paths[file] {
		return false
	}
	if heading == "" {
		return true
	}
	text, err := os.ReadFile(file)
	return err == nil && slices.ContainsFunc(mdHeading.FindAllStringSubmatch(string(text), -1), func(m []string) bool {
		return strings.ReplaceAll(notInSlug.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-") == heading
	})
}

// checkComment checks the files that a comment names: those beside it, or with their path from the root. In a doc.go it also checks names
// of packages of the repository. Indented lines are code, where the name before a point may be a variable.
func (r *tree) checkComment(c goComment) (found int, problems []string) {
	for i, text := range strings.Split(c.text, "\n") {
		at := strconv.Itoa(c.line+i) + ": "
		for _, m := range inComment.FindAllStringSubmatch(text, -1) {
			found++
			if elsewhere[m[1]] != "" {
				r.excused[m[1]] = true
				continue
			}
			if !r.exists(m[1]) && !r.exists(path.Join(path.Dir(c.file), m[1])) {
				problems = append(problems, at+"there is no file "+m[1])
			}
		}
		if !c.doc {
			continue
		}
		for _, m := range nameInWords.FindAllStringSubmatch(text, -1) {
			if strings.HasPrefix(text, "\t") && len(r.packages[m[1]]) == 0 {
				continue
			}
			found++
			name := m[1] + "." + m[2]
			if elsewhere[name] != "" {
				r.excused[name] = true
			} else if problem := r.checkGo(m[1], m[2]); problem != "" {
				problems = append(problems, at+problem)
			}
		}
	}
	return found, problems
}

// TestNamesInDocumentsAreChecked checks that wrong names are reported and correct ones are not.
func TestNamesInDocumentsAreChecked(t *testing.T) {
	t.Parallel()
	r := readTree(t)
	for _, row := range []struct{ text, want string }{
		{"See `commands/repository.go`, `lane.go` and `eventstore/codec.go`.", ""},
		{"See `projections/<area>`, `http/*_test.go`, `domain/<package>/events.go` and `test/conformance`.", ""},
		{"Call `commands/checkout.Checkout.PlaceOrder` or `*inputs.Upload`, `c.Created(id)` and `time.Duration`.", ""},
		{"`operations.Written{...}.Answer`, `operations.Backend.Access`, `schema.Schema.OpenAPI30` and `TestEveryWrite`; `make generate`.", ""},
		{"`tradelog stores set view --no-active`, `tradelog config set A/B 1` and `--esdb-tls-cert`; TRADELOG is no variable.", ""},
		{"Members such as `data/a.json`, paths such as `catalog/product/info`, and `application/json` are no files.", ""},
		{"[Carts](carts.md), [a shop](eventstoredb.md#a-shop-on-eventstoredb), [elsewhere](https://example.com/x.md).", ""},
		{"```\nbin/tradelog events verify\n```\n\n    tradelog backup create DIR\n", ""},

		{"a\n\nSee\n`operations/statuses.go`.",
			"4: there is no file operations/statuses.go; a name without a directory stands in a paragraph that names its directory"},
		{"See `app/doc.go`, `descriptor.go`.",
			"1: there is no file descriptor.go; a name without a directory stands in a paragraph that names its directory"},
		{"See `domain/configuration`.", "1: there is no directory domain/configuration"},
		{"`commands.PlaceOrder`", "1: package commands has no PlaceOrder"},
		{"`commands/catalog.PlaceOrder`", "1: package commands/catalog has no PlaceOrder"},
		{"`quote.Service.Haggle`", "1: quote.Service has no Haggle"},
		{"`statuses.Of`", "1: there is no package statuses"},
		{"`c.Statuses`", "1: operations.Call has no Statuses"},
		{"`TestNothingAtAll`", "1: there is no test TestNothingAtAll"},
		{"`make nothing`", "1: make has no target nothing"},
		{"`tradelog events tell`", "1: tradelog events has no command tell"},
		{"`tradelog events verify --quick`", "1: no command has the flag --quick"},
		{"`--quick`", "1: no command has the flag --quick"},
		{"`TRADELOG_QUICK`", "1: the program reads no variable TRADELOG_QUICK"},
		{"`catalog/price/scope` and `catalog/price/scop`", "1: the configuration has no path catalog/price/scop"},
		{"```\nbin/tradelog event verify\n```\n", "2: tradelog has no command event"},
		{"[Carts](cart.md)", "1: the link to cart.md leads nowhere"},
		{"[Carts](carts.md#nothing)", "1: the link to carts.md#nothing leads nowhere"},
	} {
		_, problems := r.checkPage("docs/a.md", row.text)
		if got := strings.Join(problems, "\n"); got != row.want {
			t.Errorf("%q:\ngot  %s\nwant %s", row.text, got, row.want)
		}
	}
	for _, row := range []struct{ text, want string }{
		{" Package app: see serve.go, docs/carts.md and blog_*.go of operations/content/blog_*.go; app.Open.",
			"7: there is no file blog_*.go"},
		{" It calls\n app.Begin.", "8: package app has no Begin"},
		{"\ta.Begin(ctx) // see none.go", "7: there is no file none.go"},
	} {
		_, problems := r.checkComment(goComment{"app/doc.go", 7, row.text, true})
		if got := strings.Join(problems, "\n"); got != row.want {
			t.Errorf("%q:\ngot  %s\nwant %s", row.text, got, row.want)
		}
	}
}
