// Package attack is the hostile input that every host is tried with: texts by class, the places of a result and of a transcript
// into which each of them is put, and a judge that says what a written view must not have. The tests here try the native hosts;
// e2e/hostile.test.mjs tries the page, the plain page and the functions for JS apps with the same texts, in a browser.
//
// A class has a mutant: a change of one line of the product that opens the door again, after which the class's test must fail.
package attack

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"path"
	"strings"
)

//go:embed cases/*.jsonl
var files embed.FS

// Case is one hostile text.
type Case struct {
	Class string
	N     int // its line in cases/Class.jsonl, from 1
	Text  string
}

// String names the case, as html/12.
func (c Case) String() string { return fmt.Sprintf("%s/%d", c.Class, c.N) }

// Cases are all texts, by class in the order of the alphabet.
func Cases() ([]Case, error) {
	list, err := files.ReadDir("cases")
	if err != nil {
		return nil, err
	}
	var all []Case
	for _, f := range list {
		data, err := files.ReadFile(path.Join("cases", f.Name()))
		if err != nil {
			return nil, err
		}
		n := 0
		for line := range bytes.Lines(data) {
			n++
			c := Case{Class: strings.TrimSuffix(f.Name(), ".jsonl"), N: n}
			if err := json.Unmarshal(line, &c.Text); err != nil {
				return nil, fmt.Errorf("reading %s line %d: %w", f.Name(), n, err)
			}
			all = append(all, c)
		}
	}
	return all, nil
}
