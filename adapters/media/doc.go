// Package media keeps pictures: it stores their bytes, converts uploads into the configured format and makes smaller pictures.
//
// A file is written under a key that no other file ever has, so bytes under a key never change. Which file is at which path is not known
// here: that is what the events of domain/content tell.
package media
