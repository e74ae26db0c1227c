package tap

import (
	"bytes"
	"sync"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// direction is who said something.
type direction int

const (
	fromClient direction = iota
	fromServer
)

// queueBytes bounds the copies that wait to be looked at: two of the largest messages that are read.
const queueBytes = 2*limits.Result + chunk

// mirror looks at copies of what passes.
type mirror struct {
	mu    sync.Mutex
	queue []piece
	bytes int
	gap   [2]bool // copies of this direction were dropped
	lost  int
	done  bool
	wake  chan struct{}
	ended chan struct{}

	assemble [2]assembler
	calls    *calls
}

type piece struct {
	from direction
	data []byte
	gap  bool // something is missing in front of it
}

func newMirror(cfg Mirror) *mirror {
	m := &mirror{wake: make(chan struct{}, 1), ended: make(chan struct{}), calls: newCalls(cfg)}
	go m.run()
	return m
}

// feed takes a copy. It never waits for more than another copy to be taken.
func (m *mirror) feed(from direction, data []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.bytes+len(data) > queueBytes {
		if !m.gap[from] {
			m.lost++
		}
		m.gap[from] = true
		return
	}
	m.queue = append(m.queue, piece{from, bytes.Clone(data), m.gap[from]})
	m.gap[from] = false
	m.bytes += len(data)
	select {
	case m.wake <- struct{}{}:
	default:
	}
}

func (m *mirror) run() {
	defer close(m.ended)
	for {
		m.mu.Lock()
		queue, done := m.queue, m.done
		m.queue = nil
		m.mu.Unlock()
		for _, p := range queue {
			m.assemble[p.from].add(p, func(line []byte) { m.message(p.from, line) })
			m.mu.Lock()
			m.bytes -= len(p.data)
			m.mu.Unlock()
		}
		if len(queue) == 0 {
			if done {
				m.calls.end(m.lost + m.assemble[fromClient].long + m.assemble[fromServer].long)
				return
			}
			<-m.wake
		}
	}
}

// close waits until all copies were looked at.
func (m *mirror) close() {
	m.mu.Lock()
	m.done = true
	m.mu.Unlock()
	select {
	case m.wake <- struct{}{}:
	default:
	}
	<-m.ended
}

// message looks at one message, or at a batch of them, as older revisions have it.
func (m *mirror) message(from direction, line []byte) {
	v, why := protocol.Parse(line)
	if why != nil {
		return
	}
	if v.Type() == protocol.Array {
		for _, e := range v.Elems() {
			m.calls.message(from, e)
		}
		return
	}
	m.calls.message(from, v)
}

// assembler puts pieces together to lines.
type assembler struct {
	part []byte
	over bool // the line is too long, or its beginning is missing
	long int  // lines that were too long
}

func (a *assembler) add(p piece, line func([]byte)) {
	if p.gap {
		a.part, a.over = nil, true
	}
	data := p.data
	for {
		text, rest, whole := bytes.Cut(data, []byte{'\n'})
		if !a.over && len(a.part)+len(text) > limits.Result {
			a.part, a.over = nil, true
			a.long++
		}
		if !a.over {
			a.part = append(a.part, text...)
		}
		if !whole {
			return
		}
		if text := bytes.TrimSpace(a.part); !a.over && len(text) > 0 {
			line(text)
		}
		a.part, a.over = nil, false
		data = rest
	}
}
