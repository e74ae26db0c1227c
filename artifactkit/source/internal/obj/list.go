package obj

// List writes a JSON array of values that are JSON already.
func List(items [][]byte) []byte {
	out := []byte{'['}
	for i, one := range items {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, one...)
	}
	return append(out, ']')
}
