//go:build race

package storetest

// largestBlob bounds the blobs that are tried: the race detector looks at every copy of every byte, in a cluster for longer
// than a call may take. Without it they go up to the engine's limit.
const largestBlob = 4 << 20
