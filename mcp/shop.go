package mcp

import (
	"sync/atomic"

	"tradelog/readmodels/directory"
)

// perShop caches a value made from the shop's configuration, and renews it when the configuration changes.
type perShop[T any] struct {
	known atomic.Pointer[shopValue[T]]
}

type shopValue[T any] struct {
	shop  *directory.Shop
	value T
}

func (o *perShop[T]) of(shop *directory.Shop, build func(*directory.Shop) T) T {
	if known := o.known.Load(); known != nil && known.shop == shop {
		return known.value
	}
	fresh := build(shop)
	o.known.Store(&shopValue[T]{shop, fresh})
	return fresh
}
