package cli

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/kong"
	kongcompletion "github.com/jotaen/kong-completion"
	"github.com/posener/complete"

	"tradelog/app"
	"tradelog/cmd/tradelog/cli/command"
	"tradelog/domain/letter"
)

type completionCommand struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"Shell: bash, zsh or fish."`
}

// Help explains the use of the script.
func (completionCommand) Help() string {
	return `The script makes the shell ask the program for completions: commands, flags, projectors, paths of the configuration, event types
and kinds. In zsh, run tradelog completion zsh > _tradelog in a directory of $fpath.`
}

// scripts make a shell call the program with its line in COMP_LINE. Each takes the path of the program.
var scripts = map[string]string{
	"bash": "complete -o default -o bashdefault -C %s tradelog\n",
	"zsh":  "autoload -U +X bashcompinit && bashcompinit\ncomplete -o default -o bashdefault -C %s tradelog\n",
	"fish": `function __complete_tradelog
    set -lx COMP_LINE (commandline -cp)
    test -z (commandline -ct)
    and set COMP_LINE "$COMP_LINE "
    %s
end
complete -f -c tradelog -a "(__complete_tradelog)"
`,
}

// Run prints the script that makes a shell ask the program for completions.
func (c *completionCommand) Run(_ context.Context, g *command.Globals) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	return g.Out.Lines(fmt.Sprintf(scripts[c.Shell], program))
}

// predictors complete the values of arguments and flags that have the tag predictor.
var predictors = map[string]complete.Predictor{
	"projector": predicted(app.ProjectorNames), "path": predicted(app.ConfigPaths),
	"mail":    predicted(func() []string { return append(letter.Kinds(), "all") }),
	"asked":   complete.PredictSet("authorise", "capture", "refund", "void"),
	"outcome": complete.PredictSet("approve", "decline", "lose", "late"),
	"type": predicted(func() []string {
		var names []string
		for _, s := range app.EventSpecs() {
			names = append(names, s.Name)
		}
		return names
	}),
	"file": complete.PredictFiles("*"), "directory": complete.PredictDirs("*"),
}

// completing answers a shell that asks what may follow on its line: COMP_LINE, of which COMP_POINT bytes are before the cursor. It reports
// whether one asks. Complete of posener/complete would also link its installation of scripts, whose templates call methods by name
// (docs/dependencies.md).
func completing(parser *kong.Kong) (bool, error) {
	line := os.Getenv("COMP_LINE")
	if line == "" {
		return false, nil
	}
	if point, err := strconv.Atoi(os.Getenv("COMP_POINT")); err == nil && point >= 0 && point < len(line) {
		line = line[:point]
	}
	command, err := kongcompletion.Command(parser, kongcompletion.WithPredictors(predictors))
	if err != nil {
		return true, err
	}
	words := strings.Fields(line)
	if last, _ := utf8.DecodeLastRuneInString(line); unicode.IsSpace(last) || len(words) == 0 {
		words = append(words, "")
	}
	typed := len(words) - 1
	words = append(words[:typed], strings.Split(words[typed], "=")...) // --flag=value
	typed = len(words) - 1
	args := complete.Args{All: words[1:], Completed: words[min(1, typed):typed], Last: words[typed]}
	if len(args.Completed) > 0 {
		args.LastCompleted = words[typed-1]
	}
	for _, word := range command.Predict(args) {
		if strings.HasPrefix(word, args.Last) {
			if _, err := fmt.Fprintln(parser.Stdout, word); err != nil {
				return true, err
			}
		}
	}
	return true, nil
}

// predicted completes names that are the same in every shop. They are listed when a shell asks.
func predicted(names func() []string) complete.Predictor {
	return complete.PredictFunc(func(complete.Args) []string {
		all := names()
		slices.Sort(all)
		return slices.Compact(all)
	})
}
