//go:build race

package kindtest

// slack is wider under the race detector, which makes this code ten times slower.
const slack = 100
