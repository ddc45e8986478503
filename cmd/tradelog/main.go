// Command tradelog is the whole program: the server, and all commands of operators.
package main

import (
	"os"

	"tradelog/app/office"
	"tradelog/cmd/tradelog/cli"
)

func main() { os.Exit(cli.Main(office.Add)) }
