package db

import (
	"database/sql/driver"
	"math/rand/v2"
	"sync"
)

// running are statements under way that call an SQL function of ours for their rows. The function has no other way to know whose row it is
// called for than a token among its arguments.
type running[T any] struct {
	sync.Mutex
	by map[int64]*T
}

// begin gives the token under which a statement is found until end is called. SQL of a user cannot guess it.
func (r *running[T]) begin(statement *T) (token int64, end func()) {
	token = rand.Int64()
	r.Lock()
	defer r.Unlock()
	if r.by == nil {
		r.by = map[int64]*T{}
	}
	r.by[token] = statement
	return token, func() {
		r.Lock()
		defer r.Unlock()
		delete(r.by, token)
	}
}

// of is the statement of a token, nil for what is none.
func (r *running[T]) of(token driver.Value) *T {
	n, _ := token.(int64)
	r.Lock()
	statement := r.by[n]
	r.Unlock()
	return statement
}

// unscanned passes rows by whose values are shown by a function already.
func unscanned(func(...any) error) error { return nil }
