package faults

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"tradelog/app"
	"tradelog/domain/money"
	"tradelog/domain/stock"
	"tradelog/installation"
	"tradelog/test/apptest"
	"tradelog/test/servetest"
)

// These environment variables configure a shop that dies at a step: its database, the step, and whether the products sell out during the
// placement. Then the placement is refused after the cart is locked.
const (
	diesAt   = "FAULTS_DIES_AT"
	sellsOut = "FAULTS_SELLS_OUT"
	onURL    = "FAULTS_DATABASE"
)

// serveDying starts a shop that kills itself at a step of a process. It runs this test binary again, which composes the program and adds
// the hook.
func serveDying(t testing.TB, url, step string, refused bool) *servetest.Server {
	t.Helper()
	environment := []string{"--database", url, onURL + "=" + url, diesAt + "=" + step}
	if refused {
		environment = append(environment, sellsOut+"=yes")
	}
	return servetest.StartAs(t, func(cmd *exec.Cmd) {
		self, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		cmd.Path = self
	}, t.TempDir(), environment...)
}

// serveUntilStep is the main function of such a shop.
func serveUntilStep(step string) int {
	if err := serveUntil(context.Background(), step); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	return 1
}

func serveUntil(ctx context.Context, step string) error {
	logger := slog.New(slog.NewTextHandler(os.Stderr, nil))
	keys, err := installation.MasterKeys("")
	if err != nil {
		return err
	}
	app, err := app.Open(ctx, app.Config{
		Database: app.Database{URL: os.Getenv(onURL)}, Requests: app.Requests{RateLimitsOff: true}, Secrets: app.Secrets{MasterKeys: keys},
		Logger: logger, Version: "test",
	})
	if err != nil {
		return err
	}
	defer app.Close()
	apptest.Steps(app.Deciders, step, func(name string) {
		if name == "checkout: started" && os.Getenv(sellsOut) != "" {
			if err := sellOut(ctx, app); err != nil {
				fmt.Fprintln(os.Stderr, "sell out:", err)
			}
		}
		if name == step {
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
	})
	if err := app.Start(ctx); err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Printf("tradelog answers on http://%s\nCtrl-C stops it\n", listener.Addr())
	return app.Serve(ctx, listener)
}

// sellOut takes the whole stock of the first product.
func sellOut(ctx context.Context, a *app.App) error {
	known, err := a.Readers.Catalog.ProductIDs(ctx, goods[:1])
	if err != nil {
		return err
	}
	none, no := money.Zero, false
	_, err = a.Commands.Catalog.SetStock(ctx, []stock.Change{{ProductID: known[strings.ToLower(goods[0])].ID, Qty: &none, InStock: &no}})
	return err
}
