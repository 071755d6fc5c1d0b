package db

import "sync"

// memo keeps what was made of a file's schema, as of one state of it.
type memo struct {
	mu     sync.Mutex
	cookie int64
	values map[string]any
}

func (m *memo) get(cookie int64, key string) (v any, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.cookie == cookie {
		v, ok = m.values[key]
	}
	return v, ok
}

func (m *memo) put(cookie int64, key string, v any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.cookie != cookie || m.values == nil {
		m.cookie, m.values = cookie, map[string]any{}
	}
	m.values[key] = v
}

// OfSchema gives what make makes of the file's schema and of nothing else: a second call, in this transaction or in a later one
// of the open file, gives the same value until the schema changes. The caller must not change it.
func (tx *Tx) OfSchema(key string, make func() (any, error)) (any, error) {
	cookie, err := tx.schemaVersion()
	if err != nil {
		return nil, err
	}
	for _, m := range []*memo{&tx.memo, tx.shared} {
		if m == nil {
			continue
		}
		if v, ok := m.get(cookie, key); ok {
			return v, nil
		}
	}
	v, err := make()
	if err != nil {
		return nil, err
	}
	// What a transaction makes of a schema that it has changed itself dies with it: the change may be taken back, and another
	// one would have the same number.
	m := &tx.memo
	if tx.reads && tx.shared != nil {
		m = tx.shared
	}
	m.put(cookie, key, v)
	return v, nil
}

// schemaVersion is the number that SQLite moves with every change of the schema. A transaction that reads sees one schema.
func (tx *Tx) schemaVersion() (cookie int64, err error) {
	if tx.cookie != 0 {
		return tx.cookie, nil
	}
	err = tx.Unwatched(func() error { return tx.QueryRow(`PRAGMA schema_version`, nil, &cookie) })
	if tx.reads {
		tx.cookie = cookie
	}
	return cookie, err
}
