package engine

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"brain/db"
	"brain/memory"
	"brain/merge"
	"brain/page"
	"brain/vec"
)

// Version is the program's version.
const Version = "0.1.0-dev"

// Progress hears how far a long job is: total is 0 while it is not known.
type Progress func(stage string, done, total int)

// Config says which file an Engine works on and what it works with.
type Config struct {
	// Path is the file; "" means DefaultPath.
	Path string
	// Now is the clock; nil means time.Now.
	Now func() time.Time
	// Progress hears of long jobs; nil is silence.
	Progress Progress
	// Notice hears what a user should know though the work goes on; nil is silence.
	Notice func(text string)
	// Debug hears how long each stage of a query took; nil is silence.
	Debug func(stage string, took time.Duration)
	// Encoder makes vectors; nil means what BRAIN_EMBEDDER names (for tests), else the model that BRAIN_MODEL names, else the
	// file, else the built-in one.
	Encoder func() (Encoder, error)
	// Demo is the tree that the demo reads: docs/ and Go source.
	Demo fs.FS
	// Brief says that the answers are printed for a person: what only their JSON shows may be left out of them.
	Brief bool
}

// Engine is a brain: one file and what is needed to work on it. It opens nothing until a method needs it. Methods may be
// called from many goroutines; Close ends it.
type Engine struct {
	Config
	*shared
}

// shared is what all that Hearing made of one Engine have in common.
type shared struct {
	cache    vec.Cache // the vectors of entries, once a second question is asked
	memories vec.Cache // likewise those of memories

	mu       sync.Mutex
	db       *db.DB
	upgraded memory.Done // what bringing the file's memories to the newest schema took

	model openModel
	owes  debts // what answers left to be written
}

// New makes an Engine; nothing is opened yet.
func New(c Config) *Engine {
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Progress == nil {
		c.Progress = func(string, int, int) {}
	}
	if c.Notice == nil {
		c.Notice = func(string) {}
	}
	if c.Encoder == nil {
		c.Encoder = embedderFromEnv()
	}
	return &Engine{Config: c, shared: &shared{}}
}

// Hearing is the same brain for a caller who hears of progress and notices by itself. Closing one of the two closes both.
func (e *Engine) Hearing(progress Progress, notice func(text string)) *Engine {
	c := e.Config
	c.Progress, c.Notice = progress, notice
	return &Engine{Config: c, shared: e.shared}
}

// DefaultPath is where a brain is when no other is named: BRAIN_DB, else ~/brain.db. A ~ inside BRAIN_DB is left to the
// shell, as brain-cli does.
func DefaultPath() (string, error) {
	if p := os.Getenv("BRAIN_DB"); p != "" {
		return p, nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", &Error{Problem: "it is not known where the brain is", Cause: "neither BRAIN_DB nor the home folder (" + err.Error() + ")",
			Fix: "name the file with BRAIN_DB=path", Err: err}
	}
	return filepath.Join(home, defaultName), nil
}

// defaultName is the file in the home folder that is used where no other is named.
const defaultName = "brain.db"

// Close releases the file and the model.
func (e *Engine) Close() error {
	e.Settle(context.Background())
	err := e.model.close()
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.db == nil {
		return err
	}
	err = errors.Join(err, e.db.Close())
	e.db = nil
	return err
}

// Moved says whether the file that the Engine has open was removed or replaced, so that another Engine is needed for what is at its
// path. As long as nothing is open there is nothing that could have moved.
func (e *Engine) Moved() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.db != nil && e.db.Moved()
}

// Leave makes the path ready for another Engine once the file has moved, while calls may still be at work on this one; see
// [db.DB.Leave].
func (e *Engine) Leave() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.db == nil {
		return nil
	}
	return e.db.Leave(context.Background())
}

// open gives the file, opening it the first time. Only writers make a missing one.
func (e *Engine) open(ctx context.Context, create bool) (*db.DB, error) {
	return e.openOf(ctx, create, func() []byte { return newFileAt(e.Now()) })
}

// openEmpty opens the file, or makes an empty one: for who asks whether there was one, or puts another in its place.
func (e *Engine) openEmpty(ctx context.Context) (*db.DB, error) { return e.openOf(ctx, true, nil) }

// openOf is open with what a new file is made of.
func (e *Engine) openOf(ctx context.Context, create bool, image func() []byte) (*db.DB, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.db != nil {
		return e.db, nil
	}
	path := e.Path
	if path == "" {
		var err error
		if path, err = DefaultPath(); err != nil {
			return nil, err
		}
	}
	d, err := db.Open(ctx, path, db.Options{Create: create, Image: image, Functions: merge.Functions(), Now: e.Now, Timed: e.timedWrite(),
		Upgrades: map[int]db.Upgrade{db.MemorySchema: e.upgraded.Upgrade, db.PageSchema: upgradePages}})
	if err != nil {
		return nil, err
	}
	e.db = d
	return d, nil
}

// The stages of a write: the wait for other writers, and the transaction.
const (
	StageLine  = "wait for the write lock"
	StageWrite = "write"
)

// timedWrite tells where stages are timed how long a write waited for others, and how long it then kept them waiting.
func (e *Engine) timedWrite() func(waited, took time.Duration) {
	if e.Debug == nil {
		return nil
	}
	return func(waited, took time.Duration) {
		e.Debug(StageLine, waited)
		e.Debug(StageWrite, took)
	}
}

// upgradePages brings the entries and pages of an older file to the newest schema.
func upgradePages(tx *db.Tx) error {
	if err := merge.Upgrade(tx); err != nil {
		return err
	}
	return page.Upgrade(tx)
}

// read runs fn on one state of the file.
func (e *Engine) read(ctx context.Context, fn func(*db.Tx) error) error {
	d, err := e.open(ctx, false)
	if err != nil {
		return err
	}
	return d.Read(ctx, fn)
}

// write runs fn in one transaction, making the file if need be.
func (e *Engine) write(ctx context.Context, fn func(*db.Tx) error) error {
	d, err := e.open(ctx, true)
	if err != nil {
		return err
	}
	return d.Write(ctx, andSync(fn))
}

// andSync lets a write also bring up to date what other programs changed in the file's memories.
func andSync(fn func(*db.Tx) error) func(*db.Tx) error {
	return func(tx *db.Tx) error {
		if err := fn(tx); err != nil {
			return err
		}
		_, err := memory.Sync(tx, syncBatch)
		return err
	}
}

// stageNames are brain-cli's names of stages that are called otherwise where they are timed.
var stageNames = map[string]string{"fts": "fts query", "knn": "knn query"}

// stage times a part of a query: it begins now and ends when the function that it gives is called.
func (e *Engine) stage(name string) (end func()) {
	if e.Debug == nil {
		return func() {}
	}
	if known, ok := stageNames[name]; ok {
		name = known
	}
	begin := time.Now()
	return func() { e.Debug(name, time.Since(begin)) }
}

// Skip is an input that was left out, and why.
type Skip struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
	Rule   string `json:"rule,omitempty"` // what leaves it out, where that is a rule
}

// Partial is met by results of work that left some input out: the caller then ends with ErrPartial's exit code.
type Partial interface{ Left() []Skip }

// dir checks that path is a folder and makes it absolute.
func dir(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	info, err := os.Stat(abs)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", &Error{Problem: "no such folder: " + path, Fix: "check the path", Err: err}
	case err != nil:
		return "", &Error{Problem: "cannot read " + path, Cause: rootCause(err).Error(), Fix: pathFix(err), Err: err}
	case !info.IsDir():
		return "", &Error{Problem: path + " is a file, not a folder", Fix: "name the folder that holds it", Kind: ErrUsage}
	}
	// One tree has one root, however it is reached.
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		abs = real
	}
	return abs, nil
}
