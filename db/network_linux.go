package db

import (
	"path/filepath"

	"golang.org/x/sys/unix"
)

// networks are the file systems of Linux that lie on other machines (linux/magic.h; statfs(2)). On them WAL's shared memory is not
// shared, and locks may not be either.
var networks = map[int64]string{
	unix.NFS_SUPER_MAGIC:  "NFS",
	unix.SMB_SUPER_MAGIC:  "SMB",
	unix.SMB2_SUPER_MAGIC: "SMB",
	unix.CIFS_SUPER_MAGIC: "SMB",
	unix.AFS_SUPER_MAGIC:  "AFS",
	unix.CODA_SUPER_MAGIC: "Coda",
	unix.CEPH_SUPER_MAGIC: "Ceph",
	unix.NCP_SUPER_MAGIC:  "NCP",
	unix.V9FS_MAGIC:       "9P",
	0x0BD00BD0:            "Lustre",
	0x47504653:            "GPFS",
	0x01161970:            "GFS2",
}

// Network names the network file system that the file lies on, "" where it lies on none, or the system does not tell.
func (d *DB) Network() string {
	var fs unix.Statfs_t
	if err := unix.Statfs(filepath.Dir(d.real), &fs); err != nil {
		return ""
	}
	return network(&fs)
}

// network names a file system that lies on another machine. Its number is one of 32 bits, whatever type a system gives it.
func network(fs *unix.Statfs_t) string { return networks[int64(uint32(fs.Type))] }
