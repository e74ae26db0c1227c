//go:build !race

package kindtest

// slack widens every bound of time: machines that run tests are busy, and work that grows faster than its input is far beyond it.
const slack = 20
