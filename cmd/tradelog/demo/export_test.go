package demo

import "tradelog/app"

// Compose gives the tests of this package the parts of a shop. A test outside of the package sets it, because what composes them imports
// this package.
var Compose func(*app.App) Shop
