package scopes

// MediaFile is the scope of the file at a path, also while there is none.
func MediaFile(path string) Scope { return Scope{Projector: "media", Name: "file " + path} }

// MediaFolder is the scope of the files of a folder.
func MediaFolder(folder string) Scope { return Scope{Projector: "media", Name: "folder " + folder} }

// MediaFolders is the scope of the set of folders.
var MediaFolders = Everything("media")
