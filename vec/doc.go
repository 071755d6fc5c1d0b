// Package vec keeps vectors and measures how far apart they are, exactly as pgvector 0.8.6 does where its build sums in
// order: cosine distance over float32 sums, its text form, and rankings over all rows with no index that approximates.
//
// The fast paths equal [CosineDistance] bit for bit. They get their speed from several rows at a time, whose sums do not
// wait for one another, never from adding one row's products in another order; products are rounded before they are
// added (a fused multiply-add would give other bits on arm64).
package vec
