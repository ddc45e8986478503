package mcp

import (
	"sync/atomic"

	"tradelog/readmodels/directory"
)

// ofShop caches a value made from the shop's configuration. It is made again when the configuration changes.
type ofShop[T any] struct {
	known atomic.Pointer[made[T]]
}

type made[T any] struct {
	shop  *directory.Shop
	value T
}

func (o *ofShop[T]) of(shop *directory.Shop, build func(*directory.Shop) T) T {
	if known := o.known.Load(); known != nil && known.shop == shop {
		return known.value
	}
	fresh := build(shop)
	o.known.Store(&made[T]{shop, fresh})
	return fresh
}
