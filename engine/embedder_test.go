package engine

import (
	"encoding/json"
	"errors"
	"math"
	"os"
	"strconv"
	"testing"
)

func TestCountingGivesTheRecordedVectors(t *testing.T) {
	data, err := os.ReadFile("../testdata/brain-cli/unit_tables.json")
	if err != nil {
		t.Fatal(err)
	}
	var tables struct {
		Stub struct {
			Vectors []struct {
				Text    string
				Nonzero map[string]float64
			}
		} `json:"stub_embedder_fnv384"`
	}
	if err := json.Unmarshal(data, &tables); err != nil || len(tables.Stub.Vectors) == 0 {
		t.Fatalf("%d vectors, %v", len(tables.Stub.Vectors), err)
	}
	for _, want := range tables.Stub.Vectors {
		vs, err := counting{}.Embed(t.Context(), []string{want.Text})
		if err != nil {
			t.Fatal(err)
		}
		for i, x := range vs[0] {
			if math.Abs(float64(x)-want.Nonzero[strconv.Itoa(i)]) > 1e-6 {
				t.Errorf("%q at %d: %v, want %v", want.Text, i, x, want.Nonzero[strconv.Itoa(i)])
			}
		}
	}
}

func TestTheEnvironmentChoosesTheEmbedder(t *testing.T) {
	for name, want := range map[string]error{"fnv384": nil, "none": errKeywordsOnly, "gpt": ErrUsage} {
		t.Setenv(embedderEnv, name)
		if _, err := embedderFromEnv()(); !errors.Is(err, want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if t.Setenv(embedderEnv, ""); embedderFromEnv() != nil {
		t.Error("without it the model is not asked")
	}
}
