package agent

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// ownYAML is a file that is brain's alone: to what somebody else wrote there nothing is added.
type ownYAML struct {
	block
	settings serverSettings
}

func (e ownYAML) add(text string) (string, error) {
	if _, _, ok, err := e.find(text); err != nil || !ok && strings.TrimSpace(text) != "" {
		if err == nil {
			f := fault(1, "rename it, then run this again", "the file is not brain's")
			f.rest = true
			err = f
		}
		return text, err
	}
	if entry, err := e.entry(text); err != nil || entry != nil {
		if err != nil {
			return text, err
		}
		return e.settings.patchYAML(text, e.entry)
	}
	return e.block.add(text)
}

// entry is the server that is ours; nil if there is none.
func (e ownYAML) entry(text string) (*yaml.Node, error) {
	_, servers, err := parseYAML(text, "mcpServers")
	if err != nil || servers == nil {
		return nil, err
	}
	for _, item := range servers.Content {
		have := map[string]any{}
		if item.Decode(&have) == nil && isServer(have) {
			return item, nil
		}
	}
	return nil, nil
}
