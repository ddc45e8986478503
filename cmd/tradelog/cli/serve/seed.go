package serve

import (
	"context"
	"time"

	"tradelog/app"
	"tradelog/cmd/tradelog/cli/command"
	"tradelog/cmd/tradelog/cli/demoshop"
	"tradelog/cmd/tradelog/demo"
)

// SeedCommand has the commands that fill a shop.
type SeedCommand struct {
	Demo seedDemo `cmd:"" help:"Fill an empty shop with demo data."`
	Load seedLoad `cmd:"" help:"Create a large shop fast, for load tests."`
}

type seedDemo struct{}

// Run fills the shop.
func (seedDemo) Run(ctx context.Context, g *command.Globals) error {
	return g.Within(ctx, command.Filling, func(ctx context.Context, a *app.App) error {
		shop := demoshop.Of(a)
		credentials, err := demo.Seed(ctx, shop, func(step string) { _ = g.Out.Println(step) })
		if err != nil {
			return err
		}
		if err := demo.Pictures(ctx, shop); err != nil {
			return err
		}
		if err := g.Out.Lines(credentials.String()); err != nil {
			return err
		}
		return a.TakeEffect(ctx)
	})
}

type seedLoad struct {
	Products  int `help:"Number of products." default:"1000"`
	Customers int `help:"Number of customers." default:"1000"`
	Orders    int `help:"Number of orders." default:"10000"`
}

// Run writes the events of a large shop and waits for the read models.
func (c *seedLoad) Run(ctx context.Context, g *command.Globals) error {
	size := demo.Size{Products: c.Products, Customers: c.Customers, Orders: c.Orders}
	if err := size.Check(); err != nil { // before it creates an installation
		return err
	}
	return g.Within(ctx, command.Filling, func(ctx context.Context, a *app.App) error {
		began, shown := time.Now(), time.Now()
		if err := demo.Load(ctx, demoshop.Of(a), size, func(done, all int) {
			if time.Since(shown) > time.Second {
				shown = time.Now()
				_ = g.Err.Printf("written: %d of %d\n", done, all)
			}
		}); err != nil {
			return err
		}
		_ = g.Out.Printf("written in %s; the read models follow ...\n", time.Since(began).Round(time.Millisecond))
		if err := a.CaughtUp(ctx); err != nil {
			return err
		}
		return g.Out.Printf("%d products, %d customers, %d orders in %s\n", c.Products, c.Customers, c.Orders,
			time.Since(began).Round(time.Millisecond))
	})
}
