// Package media keeps pictures: it stores their bytes, converts uploads into the configured format and makes smaller pictures.
//
// A file is written under a key that no other file ever has, so bytes under a key never change. This package does not know which file is at
// which path: the events of domain/content record that.
package media
