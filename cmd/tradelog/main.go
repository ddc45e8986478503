// Command tradelog is the whole program: the server and everything an operator does at the command line.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/google/uuid"

	"tradelog/cmd/tradelog/cli"
)

func main() {
	uuid.EnableRandPool() // a system call for every request would cost more than the request
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	go func() {
		<-ctx.Done()
		stop() // a second signal ends the program at once
	}()
	os.Exit(cli.Run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}
