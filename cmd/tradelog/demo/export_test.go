package demo

import "tradelog/app"

// Compose gives the tests of this package the parts of a shop. A test outside of the package sets it, because package demoshop imports this
// one.
var Compose func(*app.App) Shop
