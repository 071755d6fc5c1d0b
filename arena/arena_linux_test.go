package arena_test

import (
	"bytes"
	"database/sql"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"unsafe"

	"modernc.org/libc"
	_ "modernc.org/sqlite"
	_ "modernc.org/sqlite/vec"
	"pgregory.net/rapid"

	"brain/arena"
)

// before says whether anything had asked for the block before a file was opened.
var before bool

func TestMain(m *testing.M) {
	before = arena.InUse() > 0
	os.Exit(m.Run())
}

// The test fails where this package's init runs after SQLite was initialized, and so does nothing.
func TestSQLiteTakesPagesOfAFileFromTheBlockAndGivesThemBack(t *testing.T) {
	if before {
		t.Error("memory was taken before a file was opened")
	}
	db, err := sql.Open("sqlite", filepath.Join(t.TempDir(), "a.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, query := range []string{`CREATE TABLE a(x)`, `INSERT INTO a SELECT zeroblob(3000) FROM json_each('[1,2,3,4,5,6,7,8,9]')`} {
		if _, err := db.Exec(query); err != nil {
			t.Fatal(err)
		}
	}
	if arena.InUse() < 9*3000 {
		t.Fatalf("%d bytes of the block are in use", arena.InUse())
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if left := arena.InUse(); left > 4096 {
		t.Errorf("%d bytes are in use after the file was closed", left)
	}
}

// piece is memory that was asked for, and what was written to it.
type piece struct {
	at   uintptr
	want []byte
}

func (p *piece) bytes(tls *libc.TLS) []byte {
	return unsafe.Slice((*byte)(arena.Pointer(p.at)), arena.SizeOf(tls, p.at))
}

func (p *piece) fill(tls *libc.TLS, n int32, with byte) {
	p.want = bytes.Repeat([]byte{with}, int(n))
	copy(p.bytes(tls), p.want)
}

func TestPiecesKeepWhatIsWrittenToThemAndDoNotOverlap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tls := libc.NewTLS()
		defer tls.Close()
		var live []*piece
		sizes := rapid.OneOf(rapid.Int32Range(1, 600), rapid.Int32Range(4000, 9000), rapid.Int32Range(arena.Largest-100, arena.Largest+100))
		pick := func(t *rapid.T) int {
			if len(live) == 0 {
				t.Skip("none")
			}
			return rapid.IntRange(0, len(live)-1).Draw(t, "piece")
		}
		t.Repeat(map[string]func(*rapid.T){
			"malloc": func(t *rapid.T) {
				n := sizes.Draw(t, "size")
				p := &piece{at: arena.Malloc(tls, n)}
				if p.at == 0 || p.at%8 != 0 || arena.SizeOf(tls, p.at) < n {
					t.Fatalf("%d bytes at %x, of which %d are ours", n, p.at, arena.SizeOf(tls, p.at))
				}
				p.fill(tls, n, rapid.Byte().Draw(t, "with"))
				live = append(live, p)
			},
			"realloc": func(t *rapid.T) {
				p, n := live[pick(t)], sizes.Draw(t, "size")
				p.at = arena.Realloc(tls, p.at, n)
				kept := min(int(n), len(p.want))
				if arena.SizeOf(tls, p.at) < n || !bytes.Equal(p.bytes(tls)[:kept], p.want[:kept]) {
					t.Fatalf("resized to %d bytes it has lost what was in it", n)
				}
				p.fill(tls, n, rapid.Byte().Draw(t, "with"))
			},
			"free": func(t *rapid.T) {
				i := pick(t)
				arena.Free(tls, live[i].at)
				live = append(live[:i], live[i+1:]...)
			},
			"": func(t *rapid.T) {
				for _, p := range live {
					if !bytes.Equal(p.bytes(tls)[:len(p.want)], p.want) {
						t.Fatalf("what was written to %x is not there", p.at)
					}
				}
			},
		})
		for _, p := range live {
			arena.Free(tls, p.at)
		}
	})
}

func TestAFullBlockSendsToTheUsualMemoryAndServesAgainOnceSomethingIsFree(t *testing.T) {
	tls := libc.NewTLS()
	defer tls.Close()
	const n = 8500
	var all []uintptr
	outside := 0
	for range arena.Size/n + 10 {
		p := arena.Malloc(tls, n)
		if p == 0 {
			t.Fatal("there is no memory")
		}
		if !arena.Inside(p) {
			outside++
		}
		all = append(all, p)
	}
	if outside < 10 || outside == len(all) {
		t.Errorf("%d of %d pieces lie outside", outside, len(all))
	}
	for _, p := range all {
		arena.Free(tls, p)
	}
	if p := arena.Malloc(tls, n); !arena.Inside(p) {
		t.Error("a piece lies outside though many are free")
	} else {
		arena.Free(tls, p)
	}
}

func TestManyMayTakeAndGiveAtOnce(t *testing.T) {
	var all sync.WaitGroup
	for w := range 8 {
		all.Go(func() {
			tls := libc.NewTLS()
			defer tls.Close()
			var p piece
			for i := range int32(2000) {
				n := 1 + (i*37)%9000
				if p.at == 0 {
					p.at = arena.Malloc(tls, n)
				} else if p.at = arena.Realloc(tls, p.at, n); p.bytes(tls)[0] != byte(w) {
					t.Error("another has written to it")
					return
				}
				p.fill(tls, n, byte(w))
				if i%5 == 0 {
					arena.Free(tls, p.at)
					p.at = 0
				}
			}
		})
	}
	all.Wait()
}
