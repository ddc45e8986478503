// Command tradelog is the whole program: the server and everything an operator does at the command line.
package main

import (
	"os"

	"tradelog/app/office"
	"tradelog/cmd/tradelog/cli"
)

func main() { os.Exit(cli.Main(office.Add)) }
