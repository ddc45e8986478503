package privatepg

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
)

// account is the user that runs the server.
type account struct {
	uid, gid uint32
	groups   []uint32 // besides gid
	name     string
	drop     bool // the server runs as another user, because this process is root
}

// serverAccount returns the user that runs a server with a new cluster.
func serverAccount() (account, error) {
	if os.Geteuid() != 0 {
		return ownAccount(), nil
	}
	var errs []error
	for _, name := range []string{"postgres", "nobody", "daemon"} {
		u, err := user.Lookup(name)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		uid, err1 := strconv.ParseUint(u.Uid, 10, 32)
		gid, err2 := strconv.ParseUint(u.Gid, 10, 32)
		if err := errors.Join(err1, err2); err != nil || uid == 0 {
			errs = append(errs, fmt.Errorf("user %s has IDs %s and %s", name, u.Uid, u.Gid))
			continue
		}
		return account{uid: uint32(uid), gid: uint32(gid), name: name, drop: true}, nil
	}
	return account{}, &accountError{Err: errors.Join(errs...)}
}

func ownAccount() account {
	a := account{uid: uint32(os.Geteuid()), gid: uint32(os.Getegid())}
	a.name = userName(a.uid)
	groups, _ := os.Getgroups() // used only to explain refusals
	for _, g := range groups {
		a.groups = append(a.groups, uint32(g))
	}
	return a
}

// owner returns the user that runs a server with an existing cluster. PostgreSQL requires that it owns the cluster, also if root
// starts the cluster of an ordinary user.
func owner(path string, fi fs.FileInfo) (account, error) {
	st := fi.Sys().(*syscall.Stat_t)
	us := ownAccount()
	switch {
	case us.uid == 0 && st.Uid == 0:
		return serverAccount() // its owner was changed to root; it is changed back
	case us.uid == 0:
		return account{uid: st.Uid, gid: st.Gid, name: userName(st.Uid), drop: true}, nil
	case us.uid != st.Uid:
		return us, &ownerError{Path: path, Owner: userName(st.Uid), Account: us.name}
	}
	return us, nil
}

// checkOwner fails with *ownerError if this process is an ordinary user and the path belongs to another.
func checkOwner(path string) error {
	fi, err := os.Stat(path)
	if err != nil {
		return nil
	}
	_, err = owner(path, fi)
	return err
}

func userName(uid uint32) string {
	id := strconv.FormatUint(uint64(uid), 10)
	if u, err := user.LookupId(id); err == nil {
		return u.Username
	}
	return id
}

func (a account) credential() *syscall.Credential {
	if !a.drop {
		return nil
	}
	return &syscall.Credential{Uid: a.uid, Gid: a.gid}
}

// firstInaccessible returns the first directory of path that the account may not enter, or the file at its end that it may not run, or "".
// It reads only mode bits, which an access control list can extend. So it chooses directories for new files and explains refusals, but
// forbids nothing.
func (a account) firstInaccessible(path string) string {
	if a.uid == 0 {
		return ""
	}
	var steps []string
	for p := filepath.Clean(path); ; p = filepath.Dir(p) {
		steps = append(steps, p)
		if p == filepath.Dir(p) {
			break
		}
	}
	for _, p := range slices.Backward(steps) {
		fi, err := os.Stat(p)
		if err != nil {
			if errors.Is(err, fs.ErrPermission) {
				return p
			}
			return "" // it does not exist yet
		}
		if !a.mayExecute(fi) {
			return p
		}
	}
	return ""
}

func (a account) mayExecute(fi fs.FileInfo) bool {
	st := fi.Sys().(*syscall.Stat_t)
	bit := fs.FileMode(0o001)
	switch {
	case st.Uid == a.uid:
		bit = 0o100
	case st.Gid == a.gid || slices.Contains(a.groups, st.Gid):
		bit = 0o010
	}
	return fi.Mode()&bit != 0
}

// chown makes the account the owner of a file or directory below root.
func (a account) chown(root *os.Root, name string) error {
	if !a.drop {
		return nil
	}
	return root.Lchown(name, int(a.uid), int(a.gid))
}

// giveTree makes the account the owner of a directory and of everything in it. The directory itself comes last, so that the next start
// repeats an interrupted pass.
func (a account) giveTree(root *os.Root, dir string) error {
	if !a.drop {
		return nil
	}
	err := fs.WalkDir(root.FS(), dir, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || path == dir {
			return err
		}
		return a.chown(root, path)
	})
	if err != nil {
		return err
	}
	return a.chown(root, dir)
}
