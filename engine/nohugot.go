//go:build nohugot

package engine

import "context"

// The tag nohugot leaves hugot out, which costs every command about 1 ms and adds 16 MB to the program. All that leads to it
// ends here.

func openHugot(context.Context, string) (Encoder, error) { return nil, errNoHugot }

func pull(_ context.Context, name, _ string) error {
	return &Error{Problem: name + " cannot be pulled", Cause: errNoHugot.Error(), Err: errNoHugot,
		Fix: hugotFix + "; or copy model.onnx and tokenizer.json of the model into a folder and run `brain model use DIR`"}
}
