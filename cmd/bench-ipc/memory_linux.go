package main

import (
	"os"
	"syscall"
)

// peakMemory returns the largest resident memory of a process that has ended, in
// KiB.
func peakMemory(p *os.ProcessState) int64 {
	if p == nil {
		return 0
	}
	if usage, ok := p.SysUsage().(*syscall.Rusage); ok {
		return usage.Maxrss
	}
	return 0
}
