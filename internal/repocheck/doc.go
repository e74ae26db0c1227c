// Package repocheck holds tests about the tree itself: who may import whom, that generated files are fresh, that documents name
// paths that exist, and that a few dangerous words do not occur.
package repocheck
