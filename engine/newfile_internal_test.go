package engine

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"brain/db"
)

// times finds times as SQLite writes them.
var times = regexp.MustCompile(`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d`)

func TestANewFileIsWhatMigrationsAndUpgradesMake(t *testing.T) {
	ctx, path := context.Background(), filepath.Join(t.TempDir(), "new.db")
	e := New(Config{Path: path})
	d, err := e.openEmpty(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if d.State() != db.Empty {
		t.Fatalf("the file is %v, want an empty one", d.State())
	}
	if err := d.Write(ctx, func(*db.Tx) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	made, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	// https://www.sqlite.org/fileformat2.html: how often it was changed stands at 24 and at 92, by which SQLite at 96.
	copy(made[24:28], []byte{0, 0, 0, 1})
	copy(made[92:100], []byte{0, 0, 0, 1, 0, 0, 0, 0})
	packed := db.PackImage(times.ReplaceAll(made, []byte(noTime)))
	if flag.Lookup("update").Value.String() == "true" {
		if err := os.WriteFile("newfile.image", packed, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(packed, newFile) {
		t.Error("newfile.image is of another schema: run `go test ./engine -run ANewFile -update`")
	}
}
