package store

// CutPage makes a page of records, which are in order and begin where the reader asked: at most limit of them and
// at most maxBytes of bodies, but one if there is any. more says that others follow after the last of records.
func CutPage(records []Record, more bool, limit, maxBytes int) Page {
	n, size := 0, 0
	for n < len(records) && (n == 0 || n < limit && size+len(records[n].Body) <= maxBytes) {
		size += len(records[n].Body)
		n++
	}
	return Page{Records: records[:n:n], More: more || n < len(records)}
}
