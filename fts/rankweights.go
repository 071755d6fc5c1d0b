package fts

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Weights are what positions count for in rankings, by label: D, C, B, A. Each is in 0..1.
type Weights [4]float32

// DefaultWeights are PostgreSQL's.
var DefaultWeights = Weights{0.1, 0.2, 0.4, 1}

// ErrWeights is wrapped by every error of ParseWeights.
var ErrWeights = errors.New("invalid weights")

// ParseWeights reads the weights of a ranking as SQL writes them, '{0.1, 0.2, 0.4, 1}' for D, C, B, A, and judges them
// as PostgreSQL does: fewer than four or one above 1 is an error, more than four are ignored, a negative one or NaN
// stands for the default.
func ParseWeights(s string) (Weights, error) {
	values, err := parseFloat4Array(s)
	if err != nil {
		return Weights{}, fmt.Errorf("%w: %w", ErrWeights, err)
	}
	weights := DefaultWeights
	if len(values) < len(weights) {
		return Weights{}, fmt.Errorf("%w: %d of %d", ErrWeights, len(values), len(weights))
	}
	for i := range weights {
		if values[i] >= 0 {
			weights[i] = values[i]
		}
		if weights[i] > 1 {
			return Weights{}, fmt.Errorf("%w: %v is greater than 1", ErrWeights, weights[i])
		}
	}
	return weights, nil
}

// parseFloat4Array reads a float4[] of one dimension without NULLs.
func parseFloat4Array(s string) ([]float32, error) {
	body := strings.Trim(s, arraySpace)
	if len(body) < 2 || body[0] != '{' || body[len(body)-1] != '}' {
		return nil, fmt.Errorf("malformed array %q", s)
	}
	body = body[1 : len(body)-1]
	if strings.Trim(body, arraySpace) == "" {
		return nil, nil
	}
	var values []float32
	for field := range strings.SplitSeq(body, ",") {
		value, err := parseFloat4(strings.Trim(field, arraySpace))
		if err != nil {
			return nil, err
		}
		values = append(values, value)
	}
	return values, nil
}

// arraySpace is what array_in skips.
const arraySpace = " \t\n\v\f\r"

func parseFloat4(s string) (float32, error) {
	if strings.EqualFold(s, "null") {
		return 0, errors.New("NULL in the array")
	}
	if strings.HasPrefix(s, "{") || strings.HasSuffix(s, "}") {
		return 0, errors.New("array is not one-dimensional")
	}
	text := s
	if n := len(s); n > 1 && s[0] == '"' && s[n-1] == '"' {
		text = strings.Trim(s[1:n-1], arraySpace)
	}
	value, err := strconv.ParseFloat(text, 32)
	switch {
	case errors.Is(err, strconv.ErrRange), err == nil && value == 0 && strings.ContainsAny(mantissa(text), "123456789"):
		return 0, fmt.Errorf("%q is out of range", s)
	case err != nil, strings.Contains(text, "_"):
		return 0, fmt.Errorf("%q is not a number", s)
	}
	return float32(value), nil
}

// mantissa is a number's text without its exponent.
func mantissa(s string) string {
	if i := strings.IndexAny(s, "eEpP"); i >= 0 {
		return s[:i]
	}
	return s
}
