// Package rank fuses ranked lists of ids into one list. It is pure: no store, no clock, no floating point.
//
// Reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009) gives the row at rank r of a list 1/(k+r), k = 60, and
// adds up what a row gets from each list. The unified query is defined by SQL in which `1.0 / (60 + rn)` is numeric, so
// its order and its ties follow PostgreSQL's decimals and not float64; [Score] holds exactly those.
package rank
