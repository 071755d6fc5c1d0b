package pattern_test

import (
	"testing"

	"brain/pattern"
)

func TestAPatternIsCompiledOnce(t *testing.T) {
	p := pattern.Lazy(`a+`)
	if p() != p() {
		t.Error("two calls give two expressions")
	}
	if got := p().FindString("baab"); got != "aa" {
		t.Errorf("found %q", got)
	}
}
