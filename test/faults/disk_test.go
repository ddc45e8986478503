package faults

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"tradelog/test/servetest"
	"tradelog/test/suite"
)

// smallDisk is a small file system for a private PostgreSQL. It is in memory and in a mount namespace, which needs no privilege. A process
// that holds the namespace is its keeper.
type smallDisk struct {
	t      testing.TB
	data   string // the data directory of the installation, outside of the small disk
	files  string // where the small disk is mounted
	keeper *os.Process
}

// diskSize is the environment variable that makes this binary a keeper.
const diskSize = "FAULTS_DISK_SIZE"

// newSmallDisk makes an installation whose private PostgreSQL has a cluster on a small disk.
func newSmallDisk(t testing.TB, size string) *smallDisk {
	t.Helper()
	data := clusterOf(t)
	d := &smallDisk{t: t, data: data, files: filepath.Join(data, "postgres", "data")}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	keeper := exec.Command(self, d.files)
	keeper.Env = append(os.Environ(), diskSize+"="+size)
	keeper.Stderr = os.Stderr
	keeper.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS}
	if uid, gid := os.Getuid(), os.Getgid(); uid != 0 {
		const mayMount = 21 // CAP_SYS_ADMIN, in a user namespace
		keeper.SysProcAttr = &syscall.SysProcAttr{
			Cloneflags:  syscall.CLONE_NEWNS | syscall.CLONE_NEWUSER,
			UidMappings: []syscall.SysProcIDMap{{ContainerID: uid, HostID: uid, Size: 1}},
			GidMappings: []syscall.SysProcIDMap{{ContainerID: gid, HostID: gid, Size: 1}},
			AmbientCaps: []uintptr{mayMount},
		}
	}
	alive, err := keeper.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	said, err := keeper.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := keeper.Start(); err != nil {
		t.Fatalf("a mount namespace cannot be made, which an ordinary user may where user namespaces are allowed: %v", err)
	}
	t.Cleanup(func() {
		_ = alive.Close()
		_ = keeper.Wait()
	})
	if line, err := bufio.NewReader(said).ReadString('\n'); err != nil || line != "ready\n" {
		t.Fatalf("the small disk was not made: %q %v", line, err)
	}
	d.keeper = keeper.Process
	return d
}

// keepSmallDisk is the main function of a keeper. It copies the cluster to a new file system and runs until its input ends.
func keepSmallDisk(size string) int {
	if err := mountSmallDisk(os.Args[1], size); err != nil {
		fmt.Fprintln(os.Stderr, "small disk:", err)
		return 1
	}
	fmt.Println("ready")
	_, _ = io.Copy(io.Discard, os.Stdin)
	return 0
}

func mountSmallDisk(files, size string) error {
	info, err := os.Stat(files)
	if err != nil {
		return err
	}
	owner := info.Sys().(*syscall.Stat_t)
	cluster := files + ".moved"
	if err := os.Rename(files, cluster); err != nil {
		return err
	}
	if err := errors.Join(os.Mkdir(files, 0o700), os.Chown(files, int(owner.Uid), int(owner.Gid))); err != nil {
		return err
	}
	if err := syscall.Mount("", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, ""); err != nil {
		return err
	}
	if err := syscall.Mount("none", files, "tmpfs", 0, fmt.Sprintf("size=%s,mode=0700,uid=%d,gid=%d", size, owner.Uid,
		owner.Gid)); err != nil {
		return err
	}
	return exec.Command("cp", "-a", cluster+"/.", files).Run()
}

// serve starts the program in the namespace of the small disk.
func (d *smallDisk) serve() *servetest.Server {
	d.t.Helper()
	return servetest.StartAs(d.t, func(cmd *exec.Cmd) {
		nsenter, err := exec.LookPath("nsenter")
		if err != nil {
			d.t.Fatal(err)
		}
		enter := []string{nsenter, "--target", strconv.Itoa(d.keeper.Pid), "--mount"}
		if os.Getuid() != 0 {
			enter = append(enter, "--user", "--preserve-credentials")
		}
		cmd.Args = append(append(enter, "--", cmd.Path), cmd.Args[1:]...)
		cmd.Path = nsenter
	}, d.data)
}

// fill fills the disk.
func (d *smallDisk) fill() {
	d.t.Helper()
	ballast, err := os.Create(d.ballast())
	if err != nil {
		d.t.Fatal(err)
	}
	defer ballast.Close()
	for block := make([]byte, 1<<16); len(block) > 0; {
		if _, err = ballast.Write(block); err != nil {
			block = block[:len(block)/2] // also the last bytes
		}
	}
	if !errors.Is(err, syscall.ENOSPC) {
		d.t.Fatal(err)
	}
}

// free empties the disk.
func (d *smallDisk) free() {
	d.t.Helper()
	if err := os.Remove(d.ballast()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		d.t.Fatal(err)
	}
}

func (d *smallDisk) ballast() string {
	return filepath.Join("/proc", strconv.Itoa(d.keeper.Pid), "root", d.files, "ballast")
}

// TestDiskFull fills the disk of PostgreSQL while clients write. First there is no room for rows. The second time there is none for the
// write-ahead log either, which ends PostgreSQL. Nothing is acknowledged that is not stored. With room again everything continues without a
// repair, by itself and after a restart.
func TestDiskFull(t *testing.T) {
	suite.Needs(t, suite.Faults)
	t.Parallel()
	disk := newSmallDisk(t, "320m")
	var server only
	server.Store(disk.serve())
	auth := open(t, server.Load())
	db := privateDatabase(t, disk.data)
	l := newLoad(t, auth, server.at)
	l.start()
	l.reach(60)

	superuser := connect(t, strings.NewReplacer("//tradelog@", "//postgres@", "/tradelog?", "/postgres?").Replace(db.Config().ConnString()))
	execute(t, superuser, "SELECT pg_switch_wal()") // leaves room in the write-ahead log for some time
	disk.fill()
	refused := l.refused.Load()
	await(t, "refused requests", func() bool { return l.refused.Load() > refused+40 })
	disk.free()
	l.reach(60)

	disk.fill()
	_, _ = superuser.Exec(t.Context(), "SELECT pg_switch_wal()")
	select {
	case <-server.Load().Ended():
	case <-t.Context().Done():
	}
	if said := server.Load().Log(); !strings.Contains(said, "the private database ended") ||
		!strings.Contains(said, "No space left on device") {
		t.Errorf("the program does not say why it ended:\n%s", said)
	}
	disk.free()
	server.Store(disk.serve())
	l.reach(60)
	l.end()
	l.check(t, server.Load(), privateDatabase(t, disk.data))
}
