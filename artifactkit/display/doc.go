// Package display reads the presentation hints of a result: which fields are given, what their defaults are, and what the
// artifact and the value project where a field is missing. It decides what is shown and draws nothing; every string it returns
// is untrusted, html and footer included.
package display
