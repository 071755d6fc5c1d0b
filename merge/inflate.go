package merge

import (
	"bytes"
	"compress/flate"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"sync"
)

// maxInflated is how large a text may be; SQLite holds no larger value.
const maxInflated = 1_000_000_000

var inflaters = sync.Pool{New: func() any { return flate.NewReader(bytes.NewReader(nil)) }}

// inflate gives the bytes that were deflated with a dictionary, which may be NULL.
func inflate(args []driver.Value) (driver.Value, error) {
	packed, ok := args[0].([]byte)
	if !ok {
		return nil, nil
	}
	words, _ := args[1].([]byte)
	r := inflaters.Get().(io.Reader)
	defer inflaters.Put(r)
	if err := r.(flate.Resetter).Reset(bytes.NewReader(packed), words); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	out.Grow(4 * len(packed))
	if _, err := io.Copy(&out, io.LimitReader(r, maxInflated+1)); err != nil {
		return nil, fmt.Errorf("inflate: data is damaged: %w", err)
	}
	if out.Len() > maxInflated {
		return nil, errors.New("inflate: it is larger than a value may be")
	}
	return out.Bytes(), nil
}
