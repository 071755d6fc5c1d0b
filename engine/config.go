package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"brain/db"
	"brain/memory"
	"brain/merge"
)

// setting is a key that config knows.
type setting struct {
	key     string
	def     string
	help    string
	values  []string
	several bool // a list with commas
}

// settings are the keys, in the order of the list.
var settings = []setting{
	{key: settingIn, def: merge.Memory, help: "the stores that search looks into", values: []string{merge.Memory, merge.GBrain, merge.Graphify}, several: true},
	{key: settingRank, def: rankSeed, help: "how search ranks memories", values: memory.Rankers()},
}

// The settings.
const (
	settingIn   = "search.in"
	settingRank = "search.rank"
)

// rankSeed is brain-cli's way to rank.
const rankSeed = "seed"

// ranker checks the name of a way to rank; "" is what the file's setting says.
func (e *Engine) ranker(ctx context.Context, name string) (string, error) {
	s, err := findSetting(settingRank)
	if err != nil {
		return "", err
	}
	if name != "" {
		return name, s.check(name)
	}
	return e.setting(ctx, s)
}

// Setting is a key of config: its value, and the one that holds where it is not set.
type Setting struct {
	Key     string `json:"key"`
	Value   string `json:"value"`
	Default string `json:"default"`
	Help    string `json:"help"`
}

// check says whether a value may be set.
func (s setting) check(value string) error {
	values := []string{value}
	if s.several {
		values = splitList(value)
	}
	for _, v := range values {
		if !slices.Contains(s.values, v) {
			return usage("choose one of "+strings.Join(s.values, ", "), "%s: %q is not known", s.key, v)
		}
	}
	return nil
}

// splitList takes a list with commas apart.
func splitList(s string) []string {
	var out []string
	for _, part := range strings.Split(s, ",") {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}

func findSetting(key string) (setting, error) {
	i := slices.IndexFunc(settings, func(s setting) bool { return s.key == key })
	if i >= 0 {
		return settings[i], nil
	}
	var keys []string
	for _, s := range settings {
		keys = append(keys, s.key)
	}
	return setting{}, usage("use one of "+strings.Join(keys, ", "), "there is no setting %q", key)
}

// ConfigGetInput are the parameters of config get.
type ConfigGetInput struct {
	Key string `json:"key" arg:"1" value:"KEY" required:"" help:"the setting, such as search.rank"`
}

// ConfigGet reads a setting of the file.
func (e *Engine) ConfigGet(ctx context.Context, in ConfigGetInput) (*Setting, error) {
	s, err := findSetting(in.Key)
	if err != nil {
		return nil, err
	}
	value, err := e.setting(ctx, s)
	return &Setting{s.key, value, s.def, s.help}, err
}

// setting gives the value of a setting that holds now.
func (e *Engine) setting(ctx context.Context, s setting) (value string, err error) {
	err = e.readMemories(ctx, func(tx *db.Tx, stage *memory.Stage) error {
		if !stage.HasTable("config") {
			return nil // a file of before it
		}
		value, err = tx.Config(s.key)
		return err
	})
	if errors.Is(err, db.ErrEmpty) {
		err = nil
	}
	if value == "" {
		value = s.def
	}
	return value, err
}

// ConfigSetInput are the parameters of config set.
type ConfigSetInput struct {
	Key   string `json:"key" arg:"1" value:"KEY" required:"" help:"the setting, such as search.rank"`
	Value string `json:"value" arg:"2" value:"VALUE" required:"blank" help:"the value; an empty one takes the default back"`
}

// ConfigSet writes a setting into the file.
func (e *Engine) ConfigSet(ctx context.Context, in ConfigSetInput) (*Setting, error) {
	s, err := findSetting(in.Key)
	if err != nil {
		return nil, err
	}
	if in.Value != "" {
		if err := s.check(in.Value); err != nil {
			return nil, err
		}
	}
	err = e.write(ctx, func(tx *db.Tx) error { return tx.SetConfig(s.key, in.Value) })
	if err != nil {
		return nil, fmt.Errorf("set %s: %w", s.key, err)
	}
	return e.ConfigGet(ctx, ConfigGetInput{Key: in.Key})
}

// ConfigListInput has no parameters.
type ConfigListInput struct{}

// ConfigListResult is all settings.
type ConfigListResult struct {
	Settings []Setting `json:"settings"`
}

// ConfigList lists the settings with their values.
func (e *Engine) ConfigList(ctx context.Context, _ ConfigListInput) (*ConfigListResult, error) {
	out := &ConfigListResult{Settings: []Setting{}}
	for _, s := range settings {
		value, err := e.setting(ctx, s)
		if err != nil {
			return nil, err
		}
		out.Settings = append(out.Settings, Setting{s.key, value, s.def, s.help})
	}
	return out, nil
}

func configOperations() []*Operation {
	return []*Operation{
		operation("config get", "read a setting of the file", (*Engine).ConfigGet, func(op *Operation) {
			op.Effect = Reads
			op.Examples = []Example{{"brain config get search.rank", "how search ranks"}}
		}),
		operation("config set", "change a setting of the file", (*Engine).ConfigSet, func(op *Operation) {
			op.Effect, op.Idempotent = Changes, true
			op.Examples = []Example{{"brain config set search.in memory,gbrain", "search looks into pages too"}, {`brain config set search.in ""`, "the default again"}}
		}),
		operation("config list", "list the settings of the file", (*Engine).ConfigList, func(op *Operation) {
			op.Effect = Reads
			op.Examples = []Example{{"brain config list", "each with its value"}}
		}),
	}
}
