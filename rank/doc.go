// Package rank orders what several ways of searching have found: it fuses their lists, takes out what says the same again and
// explains scores. It is pure: no store, no clock.
//
// Reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009) gives the row at rank r of a list 1/(k+r), k = 60, and
// adds up what a row gets from each list. The unified query is defined by SQL in which `1.0 / (60 + rn)` is numeric, so
// its order and its ties follow PostgreSQL's decimals and not float64; [Score] holds exactly those. [Seed] is brain-cli's
// fusion, and [Convex] fuses by scores instead of ranks.
package rank
