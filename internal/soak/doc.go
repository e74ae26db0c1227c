// Package soak is the proof that the live server loses nothing and doubles nothing: its tests let producers and readers
// work while processes are killed, networks fail and engines go away, and compare what every reader saw with what was
// acknowledged. They run for seconds with the other tests, and as long as one likes with make soak.
package soak
