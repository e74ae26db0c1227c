package transcript

// latch is whether something is open. What its data asks for opens it once and never closes it; what the reader chose stays.
type latch struct {
	choice choice
	auto   bool
}

type choice uint8

const (
	untouched choice = iota
	opened
	closed
)

func (l latch) isOpen() bool { return l.choice == opened || l.choice == untouched && l.auto }

func (l *latch) choose(open bool) {
	l.choice = closed
	if open {
		l.choice = opened
	}
}
