package command

import (
	"errors"
	"io"
	"os"
	"path/filepath"

	"tradelog/adapters/objects"
)

// WriteFile calls write to write a file that only its owner may read, or standard output if name is empty. The file appears complete or not
// at all. If write fails, an earlier file of the name stays.
func WriteFile(g *Globals, name string, write func(io.Writer) error) error {
	if name == "" {
		return write(g.Out.Data())
	}
	if there, err := os.Stat(name); err == nil && !there.Mode().IsRegular() { // a device such as /dev/stdout cannot be replaced
		file, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return errors.Join(write(file), file.Close())
	}
	file, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".new-") // readable by its owner alone
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	err = write(file)
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return err
	}
	if err := os.Rename(file.Name(), name); err != nil {
		return err
	}
	return objects.SyncDir(filepath.Dir(name))
}
