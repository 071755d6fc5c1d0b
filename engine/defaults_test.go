package engine_test

import (
	"testing"

	"brain/engine"
)

func TestDefaultsAreThoseOfTheCommandLine(t *testing.T) {
	if in := engine.Defaults[engine.QueryInput](); in.Limit != 20 || in.Text != "" {
		t.Errorf("%+v", in)
	}
	if in := engine.Defaults[engine.RecentInput](); in.N != 10 {
		t.Errorf("%+v", in)
	}
}
