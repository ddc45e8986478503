package cli

import (
	"slices"

	"github.com/alecthomas/kong"
	kongcompletion "github.com/jotaen/kong-completion"
	"github.com/posener/complete"

	"tradelog/app"
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

// Run prints the script that makes a shell ask the program for completions.
func (c *completionCommand) Run(k *kong.Context) error {
	return (&kongcompletion.Completion{Shell: c.Shell, Code: true}).Run(k)
}

// completing answers a shell that asks what may follow on its line (COMP_LINE). It exits then.
func completing(parser *kong.Kong) {
	kongcompletion.Register(parser, kongcompletion.WithPredictors(map[string]complete.Predictor{
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
	}))
}

// predicted completes names that are the same in every shop. They are listed when a shell asks.
func predicted(names func() []string) complete.Predictor {
	return complete.PredictFunc(func(complete.Args) []string {
		all := names()
		slices.Sort(all)
		return slices.Compact(all)
	})
}
