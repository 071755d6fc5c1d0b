//go:build !hugot

package engine

import "context"

// hugot is in builds with the tag of that name only: its initialisation costs every command more than 1 ms, and it adds 16 MB to the
// program. All that leads to it ends here.

func openHugot(context.Context, string) (Encoder, error) { return nil, errNoHugot }

func pull(_ context.Context, name, _ string) error {
	return &Error{Problem: name + " cannot be pulled", Cause: errNoHugot.Error(), Err: errNoHugot,
		Fix: hugotFix + "; or copy model.onnx and tokenizer.json of the model into a folder and run `brain model use DIR`"}
}
