package cli

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

type completionCommand struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

// Help says how the script is used.
func (completionCommand) Help() string {
	return "bash: source <(tradelog completion bash)\n" +
		"zsh:  tradelog completion zsh > _tradelog, in a directory of $fpath\n" +
		"fish: tradelog completion fish > ~/.config/fish/completions/tradelog.fish"
}

// Run prints the script of a shell, made of the commands as they are.
func (c *completionCommand) Run(g *Globals, model *kong.Application) error {
	words := completions(model)
	return g.out.Lines(map[string]func([]completion) string{"bash": bashScript, "zsh": zshScript, "fish": fishScript}[c.Shell](words))
}

// completion lists what may follow some words of a command line.
type completion struct {
	path  string   // the commands so far, joined by blanks
	words []string // commands, or the values of the argument, and flags
	about map[string]string
	// values by flag. A flag without an entry takes no value. An empty list stands for any value, such as a file.
	values map[string][]string
}

func completions(model *kong.Application) []completion {
	var out []completion
	var walk func(n *kong.Node, path []string, flags []*kong.Flag)
	walk = func(n *kong.Node, path []string, flags []*kong.Flag) {
		flags = slices.Concat(flags, n.Flags)
		c := completion{path: strings.Join(path, " "), about: map[string]string{}, values: map[string][]string{}}
		add := func(word, about string) {
			if !slices.Contains(c.words, word) {
				c.words = append(c.words, word)
				c.about[word], _, _ = strings.Cut(plainHelp.ReplaceAllString(about, ""), ". ")
			}
		}
		for _, child := range n.Children {
			if !child.Hidden && child.Type == kong.CommandNode {
				add(child.Name, child.Help)
			}
		}
		if len(n.Positional) > 0 {
			for _, value := range enumOf(n.Positional[0]) {
				add(value, "")
			}
		}
		for _, f := range flags {
			if f.Hidden {
				continue
			}
			add("--"+f.Name, f.Help)
			if f.Tag.Negatable != "" {
				add("--no-"+f.Name, f.Help)
			}
			if !f.IsBool() && !f.IsCounter() {
				c.values["--"+f.Name] = enumOf(f.Value)
			}
		}
		out = append(out, c)
		for _, child := range n.Children {
			if child.Type == kong.CommandNode {
				walk(child, append(slices.Clone(path), child.Name), flags)
			}
		}
	}
	walk(model.Node, nil, nil)
	return out
}

// plainHelp are the characters that need quoting in one of the shells.
var plainHelp = regexp.MustCompile("[\\\\'\"`$:\\[\\]\n]")

func enumOf(v *kong.Value) []string {
	var out []string
	for value := range v.EnumMap() {
		if value != "" {
			out = append(out, value)
		}
	}
	slices.Sort(out)
	return out
}

// cases prints the arms of a shell's case on the commands, and on the commands and a flag.
func cases(list []completion) (words, values string) {
	var w, v strings.Builder
	for _, c := range list {
		fmt.Fprintf(&w, "    '%s') choices='%s' ;;\n", c.path, strings.Join(c.words, " "))
		for _, flag := range slices.Sorted(maps.Keys(c.values)) {
			fmt.Fprintf(&v, "    '%s %s') takes=1 choices='%s' ;;\n", c.path, flag, strings.Join(c.values[flag], " "))
		}
	}
	return w.String(), v.String()
}

// lookups returns functions that bash and zsh share. Their variables have no special meaning in either shell.
func lookups(list []completion) string {
	words, values := cases(list)
	return `# _tradelog_after sets choices to what may follow the commands in $sofar.
_tradelog_after() {
  choices=
  case "$sofar" in
` + words + `  esac
}
# _tradelog_value sets takes when the flag $1 takes a value, and choices to its values if they are known.
_tradelog_value() {
  takes= choices=
  case "$sofar $1" in
` + values + `  esac
}
# _tradelog_word goes on with a word before the cursor.
_tradelog_word() {
  if [[ -n $skip ]]; then skip=; return; fi
  if [[ $1 == -* ]]; then
    _tradelog_value "$1"
    skip=$takes
    return
  fi
  _tradelog_after
  if [[ " $choices " == *" $1 "* ]]; then
    local before=$sofar
    sofar="${sofar:+$sofar }$1"
    _tradelog_after
    if [[ -z $choices ]]; then sofar=$before; fi # a value of an argument
  fi
}
`
}

func bashScript(list []completion) string {
	return `# bash completion of tradelog: source <(tradelog completion bash)
` + lookups(list) + `_tradelog() {
  local sofar= choices= takes= skip= i current=${COMP_WORDS[COMP_CWORD]} previous=
  for ((i = 1; i < COMP_CWORD; i++)); do
    if [[ ${COMP_WORDS[i]} == '=' ]]; then continue; fi
    previous=${COMP_WORDS[i]}
    _tradelog_word "$previous"
  done
  if [[ $current == '=' ]]; then current=; fi
  choices= takes=
  if [[ $previous == --* && -n $skip ]]; then _tradelog_value "$previous"; else _tradelog_after; fi
  if [[ -n $takes && -z $choices ]]; then
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
  else
    mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$current")
  fi
}
complete -o bashdefault -o default -F _tradelog tradelog
`
}

func zshScript(list []completion) string {
	return `#compdef tradelog
# zsh completion of tradelog: put this file as _tradelog into a directory of $fpath.
` + lookups(list) + `_tradelog() {
  local sofar= choices= takes= skip= word previous=
  for word in "${(@)words[2,CURRENT-1]}"; do
    previous=$word
    _tradelog_word "$word"
  done
  choices= takes=
  if [[ $previous == --* && -n $skip ]]; then _tradelog_value "$previous"; else _tradelog_after; fi
  if [[ -n $takes && -z $choices ]]; then _files; else compadd -- ${=choices}; fi
}
if [[ $funcstack[1] == _tradelog ]]; then _tradelog "$@"; else compdef _tradelog tradelog; fi
`
}

func fishScript(list []completion) string {
	var b strings.Builder
	b.WriteString(`# fish completion of tradelog: put this file into ~/.config/fish/completions.
function __tradelog_at
    set -l words (commandline -opc)[2..]
    set -l path
    for word in $words
        if not string match -q -- '-*' $word
            if contains -- (string join ' ' $path $word) $__tradelog_paths
                set path $path $word
            end
        end
    end
    test "$path" = "$argv[1]"
end
`)
	b.WriteString("set -g __tradelog_paths")
	for _, c := range list[1:] {
		fmt.Fprintf(&b, " '%s'", c.path)
	}
	b.WriteString("\ncomplete -c tradelog -e\ncomplete -c tradelog -f\n")
	for _, c := range list {
		for _, word := range c.words {
			at := fmt.Sprintf("complete -c tradelog -n \"__tradelog_at '%s'\"", c.path)
			flag, isFlag := strings.CutPrefix(word, "--")
			if !isFlag {
				fmt.Fprintf(&b, "%s -a '%s' -d '%s'\n", at, word, c.about[word])
				continue
			}
			fmt.Fprintf(&b, "%s -l '%s' -d '%s'", at, flag, c.about[word])
			if values, takes := c.values[word]; takes && len(values) > 0 {
				fmt.Fprintf(&b, " -x -a '%s'", strings.Join(values, " "))
			} else if takes {
				b.WriteString(" -r -F")
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}
