// Package adapt brings any tool result into the protocol's shape: it takes a usable artifact, repairs what can be repaired, upgrades
// legacy cards, and makes an artifact of the portable text where there is none. Every result passes it once; a second pass
// changes nothing. It also makes results.
package adapt
