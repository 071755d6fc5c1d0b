//go:build !linux

package main

func widenPages() {}
