package scopes

// MediaFile is what is at a path.
func MediaFile(path string) Scope { return Scope{Projector: "media", Name: "file " + path} }

// MediaFolder is the files of a folder.
func MediaFolder(folder string) Scope { return Scope{Projector: "media", Name: "folder " + folder} }

// MediaFolders is which folders there are.
var MediaFolders = Everything("media")
