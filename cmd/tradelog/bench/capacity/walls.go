package capacity

import (
	"cmp"
	"slices"
	"time"
)

// Checkout is a guest's checkout of four requests: the cart, two items, the order.
var Checkout = Flow{
	Requests: []Request{
		{Share: 0.10},
		{Share: 0.20, Appends: true},
		{Share: 0.20, Appends: true},
		{Share: 0.30, Own: 2, Appends: true, Projected: true},
	},
	BehindShare: 0.20, Behind: 1,
}

// Prices are the costs of a shop's work in processor time and in capacity of its log. Measured has those of one machine; a bench has those
// of another.
type Prices struct {
	Checkout       time.Duration // processor time of the server, for a checkout under load
	CheckoutStored time.Duration // processor time of PostgreSQL for it
	Projected      time.Duration // processor time of its slowest projector, which cannot be divided
	Events         float64       // events that it appends
	Read           time.Duration // processor time of the server for a read from memory
	Appends        float64       // events a second that one log can append
}

// Measured are the prices of docs/scaling.md.
var Measured = Prices{
	Checkout: 5500 * time.Microsecond, CheckoutStored: 3 * time.Millisecond, Projected: 400 * time.Microsecond, Events: 8.4,
	Read: 60 * time.Microsecond, Appends: 17_000,
}

// Layout is the set-up of a shop.
type Layout struct {
	Servers       int // instances that answer requests
	ServerCores   int // of each
	DatabaseCores int // of the primary
	Logs          int // shops with a log and a database of their own, such as one for each website
}

// Wall is the number of checkouts a second that a part of an installation carries.
type Wall struct {
	Part      string
	Checkouts float64
}

// most is the part of a processor's time that a shop can use while answers come in time.
const most = 0.8

// Walls lists the limits of a layout that answers a number of polls a second beside its checkouts, the lowest limit first. All logs
// together count.
func Walls(p Prices, l Layout, polls float64) []Wall {
	logs := float64(max(1, l.Logs))
	serving := float64(l.Servers*l.ServerCores)*most - polls*p.Read.Seconds()
	walls := []Wall{
		{"processors of the servers", max(0, serving) / p.Checkout.Seconds()},
		{"processors of PostgreSQL", logs * float64(l.DatabaseCores) * most / p.CheckoutStored.Seconds()},
		{"the log, which one transaction at a time extends", logs * p.Appends * most / p.Events},
		{"the slowest projector, which runs once", logs * most / p.Projected.Seconds()},
	}
	slices.SortFunc(walls, func(a, b Wall) int { return cmp.Compare(a.Checkouts, b.Checkouts) })
	return walls
}
