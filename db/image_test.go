package db

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"pgregory.net/rapid"
)

func TestAnImageIsReadAsItWasPacked(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var file []byte
		for range rapid.IntRange(0, 6).Draw(t, "runs") {
			file = append(file, make([]byte, rapid.IntRange(0, 3*zeros).Draw(t, "zeros"))...)
			file = append(file, rapid.SliceOfN(rapid.Byte(), 0, 12).Draw(t, "others")...)
		}
		if got := unpackImage(PackImage(file)); !bytes.Equal(got, file) {
			t.Fatalf("%x is read as %x", file, got)
		}
	})
}

func FuzzImage(f *testing.F) {
	f.Add([]byte{})
	f.Add(PackImage([]byte("\x00\x00a\x00b\x00\x00\x00\x00\x00\x00\x00\x00\x00c\x00")))
	f.Add([]byte{3, 0, 0})
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1})
	f.Fuzz(func(t *testing.T, packed []byte) {
		if len(packed) > 0 && packed[0] >= 0x80 {
			return // a length of more than a byte costs that much memory each time
		}
		if file := unpackImage(packed); file != nil && !bytes.Equal(unpackImage(PackImage(file)), file) {
			t.Errorf("%x is read otherwise the second time", file)
		}
	})
}

// imageOf is a brain as the migrations make it, packed, and the bytes.
func imageOf(t *testing.T) (packed, file []byte) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "of.db")
	d, err := Open(context.Background(), path, Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Write(context.Background(), func(*Tx) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if file, err = os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	return PackImage(file), file
}

func TestANewFileIsMadeOfItsImage(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("a file has a name from the beginning here")
	}
	image, file := imageOf(t)
	dir := t.TempDir()
	path := filepath.Join(dir, "sub", "new.db")
	d, err := Open(context.Background(), path, Options{Create: true, Image: func() []byte { return image }})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if d.State() != Ours {
		t.Errorf("the file is %v", d.State())
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, file) {
		t.Error("the file is not its image")
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others may read it: %v, %v", info.Mode(), err)
	}
	if createOf(path, image) {
		t.Error("a file that was there is made again")
	}
}

// A journal that lies beside a file which is not empty is brought back into it.
func TestNoImageIsMadeBesideAJournal(t *testing.T) {
	image, _ := imageOf(t)
	path := filepath.Join(t.TempDir(), "new.db")
	if err := os.WriteFile(path+"-journal", []byte("of a file that is gone"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := create(path, func() []byte { return image }); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Size() != 0 {
		t.Errorf("there is a file of %d bytes: %v", info.Size(), err)
	}
}

func TestWhatIsNoImageMakesAnEmptyFile(t *testing.T) {
	for _, image := range [][]byte{{}, {1}, {5, 9}, []byte("SQLite format 3\x00")} {
		path := filepath.Join(t.TempDir(), "new.db")
		if err := create(path, func() []byte { return image }); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path); err != nil || info.Size() != 0 {
			t.Errorf("%x makes a file of %d bytes: %v", image, info.Size(), err)
		}
	}
}
