//go:build !race

package storetest

const largestBlob = 1 << 30
