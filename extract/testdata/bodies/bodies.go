// Package bodies has one of each that a function may hold.
package bodies

import (
	"context"
	"iter"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"
	un "unsafe"
)

type Shape interface {
	Area() float64
	Named
}

type Named interface{ Name() string }

type Square struct {
	side   float64
	inner  *Square
	byName map[string]*Square
	Kind
}

func (s *Square) Area() float64        { return s.side * s.side }
func (s *Square) Name() string         { return "square" }
func (s Square) Twice() (*Square, error) { return &s, nil }
func (s *Square) All() iter.Seq2[int, *Square] {
	return func(yield func(int, *Square) bool) { yield(0, s) }
}

type Kind int

func (k Kind) String() string { return "" }

type List[T any] struct{ items []T }

func (l *List[T]) Add(x T) *List[T] { l.items = append(l.items, x); return l }
func (l *List[T]) First() T         { return l.items[0] }
func (l *List[T]) Each(do func(T)) {
	for _, x := range l.items {
		do(x)
	}
}

type Pair[K comparable, V Shape] struct {
	key   K
	value V
}

func Map[T, U any](in []T, f func(T) U) []U {
	var out []U
	for _, x := range in {
		out = append(out, f(x))
	}
	return out
}

func Biggest[S ~[]E, E Shape](s S) (best E) {
	for _, x := range s {
		if x.Area() > best.Area() {
			best = x
		}
	}
	return best
}

type Wrap[T any] interface{ unwrap() T }

type Numbered[T any] interface {
	Wrap[T]
	Name() string
}

type box struct{}

func (box) unwrap() *Square { return nil }
func (box) Name() string    { return "" }

func Unwrap[W Wrap[T], T any](w List[W]) (out T)   { return out }
func Number[W Numbered[T], T any](w W) (out T)     { return out }
func Keyed[K interface{ ~int | ~string }, V Shape](k K, v V) V { return v }

func Of[T any](items ...T) *List[T] { return &List[T]{items: items} }

func area(s *Square) float64 { return s.Area() }
func square(x int) *Square   { return &Square{side: float64(x)} }
func both() (*Square, Kind)  { return nil, 0 }

const one Kind = 1

var all = []*Square{square(1)}

func statements(ctx context.Context, in <-chan *Square, any1 any, wg *sync.WaitGroup) (out Shape, err error) {
	s, err := all[0].Twice()
	if s, k := both(); s != nil && k.String() != "" {
		s.Area()
	} else if t := s.inner; t != nil {
		t.Name()
	}
	s.Name()
	for i, x := range all[1:] {
		_ = i
		x.inner.Area()
	}
	for i := range 3 {
		square(i).Area()
	}
	for i, x := range s.All() {
		_, _ = i, x.Area()
	}
	for k, v := range s.byName {
		_, _ = k, v.Name()
	}
	for x := range in {
		x.Area()
	}
	switch x := any1.(type) {
	case *Square:
		x.Area()
	case Kind, *Kind:
		_ = x
	case Shape:
		x.Name()
	case interface{ Area() float64 }:
		x.Area()
	case nil:
	}
	select {
	case x := <-in:
		x.Area()
	case x, ok := <-in:
		_, _ = ok, x.Name()
	case <-ctx.Done():
	}
	go func(x *Square) { x.Area() }(s)
	defer s.Area()
	f := s.Area
	f()
	g := (*Square).Name
	g(s)
	use(area, f)
	out, ok := any1.(Shape)
	_ = ok
	m := map[string]func(*Square) float64{"a": area, http.MethodGet: area}
	m["a"](s)
	n := map[Kind][]*Square{one: {{side: 1}, square(2)}}
	n[one][0].Area()
	for _, tt := range []struct {
		name string
		in   *Square
		Kind
	}{{"a", square(3), one}, {name: "b", in: s}} {
		tt.in.Area()
		_ = tt.Kind.String() + tt.String()
	}
	type local struct {
		*Square
		next *local
	}
	l := local{Square: s}
	l.next.Area()
	const two = one + 1
	_ = two.String()
	k := Kind(time.Second) + 1
	_ = k.String()
	var d time.Duration
	var xs []Kind
	xs = append(xs, Kind(d))
	xs[0].String()
	ys := append([]*Square{}, s)
	ys[0].Name()
	zs := append(ys, http.DefaultClient)
	_ = zs[0].Name
	p := new(Square)
	p.Area()
	q := make(map[string]*Square)
	q["x"].Area()
	(*un.Pointer)(nil)
	missing(s)
label:
	for {
		break label
	}
	pool := sync.Pool{New: func() any { return square(1) }}
	pool.Get().(*Square).Area()
	return s, nil
}

func generics(all []*Square) {
	l := Of(all...).Add(square(1))
	l.First().Area()
	l.Each(func(s *Square) { s.Name() })
	Of[Kind](1, 2).First().String()
	Map(all, func(s *Square) Kind { return 0 })[0].String()
	Map(all, area)
	Biggest(all).Name()
	for _, k := range slices.Sorted(maps.Keys(map[Kind]int{})) {
		_ = k.String()
	}
	s := slices.Clone(all)
	s[0].Area()
	p := Pair[string, *Square]{"a", all[0]}
	p.value.Area()
	x := max(one, 2)
	_ = x.String()
	var once = sync.OnceValue(func() *Square { return nil })
	once().Area()
	bad := http.Header{area(nil): {"a"}}
	_ = bad
	_ = map[http.Key]*Square{http.A: square(1), "": {inner: square(2)}}
	_ = outside.Pool[Square]{}
}

func unwrapped()  { Unwrap(List[box]{}).Area() }
func numbered()   { Number(box{}).Area() }
func keyed()      { Keyed(1, all[0]).Area() }
func unkeyed()    { Keyed(all[0], all[0]).Area() }
func unnumbered() { Number(all[0]).Area() }

func (p *Pair[K, V]) Name() string { return p.value.Name() }

func shadow(area func() Shape, Kind int) {
	area().Name()
	_ = Kind
	Square := square(1)
	Square.Area()
}

func use(...any) {}
