package repository

import (
	"go/ast"
	"reflect"
	"regexp"
	"strconv"
	"strings"
)

// programDir has the packages of the command line.
const programDir = "cmd/tradelog/cli/"

// program has the program's commands, flags and environment variables, as declared by the struct tags of its command line, and the paths of
// its configuration.
type program struct {
	commands  map[string]map[string]string // type of a command, with its package -> its sub-commands -> their types
	flags     map[string]bool              // without dashes between their words
	prefixes  map[string]bool              // of the flags of embedded structs
	variables map[string]bool
	settings  map[string]bool // paths, and their first two segments
}

// root is the type that has the commands of the first level.
const root = "cli.grammar"

func newProgram() *program {
	return &program{
		map[string]map[string]string{}, map[string]bool{"help": true}, map[string]bool{"": true}, map[string]bool{}, map[string]bool{},
	}
}

var variableName = regexp.MustCompile(`\bTRADELOG_[A-Z_]*[A-Z]\b`)

// readSettings adds the paths of a table of domain/settings.
func (p *program) readSettings(table string) {
	for _, m := range settingPath.FindAllStringSubmatch(table, -1) {
		p.settings[m[1]], p.settings[m[1]+m[2]] = true, true
	}
}

// read adds the declarations of a file.
func (p *program) read(file *ast.File) {
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.TypeSpec:
			if s, ok := n.Type.(*ast.StructType); ok {
				for _, f := range s.Fields.List {
					p.field(file.Name.Name, n.Name.Name, f)
				}
			}
		case *ast.BasicLit:
			for _, name := range variableName.FindAllString(n.Value, -1) {
				p.variables[name] = true
			}
		}
		return true
	})
}

// field adds a field of a command's struct, which is a type of a package.
func (p *program) field(in, typed string, f *ast.Field) {
	if f.Tag == nil || len(f.Names) != 1 {
		return
	}
	text, err := strconv.Unquote(f.Tag.Value)
	if err != nil {
		return
	}
	tag := reflect.StructTag(text)
	name := tag.Get("name")
	if name == "" {
		name = strings.ToLower(f.Names[0].Name)
	}
	if _, isCommand := tag.Lookup("cmd"); isCommand {
		of := in + "." + typed
		if p.commands[of] == nil {
			p.commands[of] = map[string]string{}
		}
		switch t := f.Type.(type) {
		case *ast.Ident:
			p.commands[of][name] = in + "." + t.Name
		case *ast.SelectorExpr: // of another package of the command line
			if pkg, ok := t.X.(*ast.Ident); ok {
				p.commands[of][name] = pkg.Name + "." + t.Sel.Name
			}
		}
		return
	}
	if prefix, ok := tag.Lookup("prefix"); ok {
		p.prefixes[strings.ReplaceAll(prefix, "-", "")] = true
	}
	names := []string{name}
	if aliases := tag.Get("aliases"); aliases != "" {
		names = append(names, strings.Split(aliases, ",")...)
	}
	if _, ok := tag.Lookup("negatable"); ok {
		names = append(names, "no"+name)
	}
	for _, n := range names {
		p.flags[strings.ReplaceAll(n, "-", "")] = true
	}
}

var (
	codeLine    = regexp.MustCompile("(?m)^(?:    |\t)(?:[A-Z_]+=\\S+ |sudo .* |.*[ /]bin/|bin/|.* \\| )?tradelog ([a-z].*)$")
	fencedCall  = regexp.MustCompile(`(?m)^(?:.*[ (]bin/|bin/)tradelog ([a-z].*)$`)
	flagName    = regexp.MustCompile(`(?:^|[ \[|])--([a-z][a-z-]*)`)
	onlyFlag    = regexp.MustCompile(`^--[a-z][a-z-]*(?:[ =].*)?$`)
	setting     = regexp.MustCompile(`^([a-z]\w*/\w+)/\w+$`)
	settingPath = regexp.MustCompile(`(?m)^([a-z]\w*/\w+)(/\S+)\t`)
	word        = regexp.MustCompile(`^[a-z][a-z-]*$`)
)

// checkName checks a command, a flag, an environment variable or a configuration path between backquotes. known is false for other names.
func (p *program) checkName(name string) (known bool, problem string) {
	switch call, isCall := strings.CutPrefix(strings.TrimPrefix(name, "bin/"), "tradelog "); {
	case isCall:
		return true, p.checkCall(call)
	case onlyFlag.MatchString(name):
		return true, p.checkFlags(name)
	case variableName.MatchString(name):
		for _, v := range variableName.FindAllString(name, -1) {
			if !p.variables[v] {
				return true, "the program reads no variable " + v
			}
		}
		return true, ""
	}
	if m := setting.FindStringSubmatch(name); m != nil && p.settings[m[1]] {
		if !p.settings[name] {
			return true, "the configuration has no path " + name
		}
		return true, ""
	}
	return false, ""
}

// checkCode checks the calls of the program in blocks of code, which are indented or fenced.
func (p *program) checkCode(text string) (found int, problems []string) {
	check := func(in string, at int, calls [][]int) {
		for _, m := range calls {
			found++
			if problem := p.checkCall(in[m[2]:m[3]]); problem != "" {
				line := 1 + strings.Count(text[:at], "\n") + strings.Count(in[:m[0]], "\n")
				problems = append(problems, strconv.Itoa(line)+": "+problem)
			}
		}
	}
	check(text, 0, codeLine.FindAllStringSubmatchIndex(text, -1))
	for _, m := range fence.FindAllStringIndex(text, -1) {
		block := text[m[0]:m[1]]
		check(block, m[0], fencedCall.FindAllStringSubmatchIndex(block, -1))
	}
	return found, problems
}

// checkCall checks the commands and flags of a call. Words behind the last command are its arguments. Flags of other programs behind a pipe
// are not checked.
func (p *program) checkCall(call string) string {
	call, _, _ = strings.Cut(call, " | ")
	at, path := root, "tradelog"
	for _, w := range strings.Fields(call) {
		if len(p.commands[at]) == 0 || !word.MatchString(w) {
			break
		}
		next, ok := p.commands[at][w]
		if !ok {
			return path + " has no command " + w
		}
		at, path = next, path+" "+w
	}
	return p.checkFlags(call)
}

// checkFlags checks that some command has each flag.
func (p *program) checkFlags(call string) string {
	for _, m := range flagName.FindAllStringSubmatch(call, -1) {
		known := false
		for prefix := range p.prefixes {
			name, has := strings.CutPrefix(strings.ReplaceAll(m[1], "-", ""), prefix)
			known = known || has && p.flags[name]
		}
		if !known {
			return "no command has the flag --" + m[1]
		}
	}
	return ""
}
