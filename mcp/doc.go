// Package mcp speaks the Model Context Protocol over standard input and output: the operations of package engine's table are its
// tools, pages, memories and citations its resources. The protocol itself is the official SDK's.
//
// Nothing is opened before a client asks for it, so the handshake is answered whatever the file is. What a tool gives is data: no
// text of a page or a memory is handed on as an instruction.
package mcp
