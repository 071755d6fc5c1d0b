//go:build !nohugot

package engine

import (
	"context"
	"errors"
	"io/fs"

	"brain/embed/hugot"
)

// openHugot opens the model in a folder, "" for the built-in one, to run on hugot.
func openHugot(ctx context.Context, dir string) (Encoder, error) {
	open := hugot.Builtin
	if dir != "" {
		open = func(ctx context.Context) (*hugot.Model, error) { return hugot.Open(ctx, dir) }
	}
	m, err := open(ctx)
	if err != nil {
		return nil, err
	}
	return m, nil
}

// pull downloads a model.
func pull(ctx context.Context, name, to string) error {
	err := hugot.Pull(ctx, name, to)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, hugot.ErrName):
		return usage("use the name as the hub has it, like BAAI/bge-small-en-v1.5", "%q is no name of a model", name)
	case errors.Is(err, fs.ErrExist):
		return &Error{Problem: to + " holds something", Fix: "name a new folder: brain model pull NAME DIR", Kind: ErrDuplicate, Err: err}
	}
	return &Error{Problem: name + " could not be pulled", Cause: err.Error(), Err: err,
		Fix: "check the name and the network; without one, copy model.onnx and tokenizer.json of the model into a folder and run `brain model use DIR`"}
}
