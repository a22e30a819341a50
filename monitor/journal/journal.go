// Package journal keeps the events of runs.
//
// It owns two journals: one in memory and one that writes a JSON object a line.
// In: records. Out: the same records, read back. It must not know what the
// events mean. Secrets never get here: events carry no attributes of objects and
// no values, only summaries of them. Start reading at [Lines].
package journal

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"genplanx/monitor"
)

// Memory keeps records for as long as the process lives.
type Memory struct {
	mu      sync.Mutex
	records []monitor.Record
}

// Append implements [monitor.Journal].
func (m *Memory) Append(r monitor.Record) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.records = append(m.records, r)
	return nil
}

// Records returns what was appended so far.
func (m *Memory) Records() []monitor.Record {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]monitor.Record(nil), m.records...)
}

// Lines writes a record a line as JSON.
type Lines struct {
	mu   sync.Mutex
	w    io.Writer
	sync func() error
}

// NewLines writes to w. Give sync (os.File's Sync) to make each record safe
// before a call is made; nil leaves that to the operating system.
func NewLines(w io.Writer, sync func() error) *Lines { return &Lines{w: w, sync: sync} }

// Append implements [monitor.Journal]. A record is written with one Write, so
// that a crash leaves at most one broken line, the last.
func (l *Lines) Append(r monitor.Record) error {
	text, err := r.MarshalJSON()
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, err := l.w.Write(append(text, '\n')); err != nil {
		return fmt.Errorf("writing event %d to the journal: %w", r.Seq, err)
	}
	if l.sync == nil {
		return nil
	}
	if err := l.sync(); err != nil {
		return fmt.Errorf("making event %d safe in the journal: %w", r.Seq, err)
	}
	return nil
}

// ErrCutOff says that the last line of a journal is not whole, as after a crash;
// the records before it are good.
var ErrCutOff = errors.New("the last line of the journal is cut off")

// maxLine bounds one record; a plan of thousands of steps fits.
const maxLine = 64 << 20

// Read reads what [Lines] wrote. On [ErrCutOff] the records are those of all
// whole lines; on other errors those before the fault.
func Read(r io.Reader) ([]monitor.Record, error) {
	var records []monitor.Record
	buffered := bufio.NewReader(r)
	for number := 1; ; number++ {
		text, err := readLine(buffered)
		if errors.Is(err, io.EOF) && len(text) == 0 {
			return records, nil
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return records, fmt.Errorf("reading line %d of the journal: %w", number, err)
		}
		cut := err != nil
		var record monitor.Record
		if err := json.Unmarshal(text, &record); err != nil {
			if cut {
				return records, fmt.Errorf("line %d: %w", number, ErrCutOff)
			}
			return records, fmt.Errorf("line %d of the journal: %w", number, err)
		}
		records = append(records, record)
		if cut {
			return records, nil
		}
	}
}

// readLine returns a line without its end; io.EOF comes with a last line that has
// no end.
func readLine(r *bufio.Reader) ([]byte, error) {
	var text []byte
	for {
		part, err := r.ReadSlice('\n')
		text = append(text, part...)
		switch {
		case len(text) > maxLine:
			return nil, fmt.Errorf("it is longer than %d MiB", maxLine>>20)
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil:
			return text, err
		}
		return text[:len(text)-1], nil
	}
}

var (
	_ monitor.Journal = (*Memory)(nil)
	_ monitor.Journal = (*Lines)(nil)
)
