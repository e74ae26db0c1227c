package files

// ReadAtMost sets how many bytes of one transcript are read.
func (s *Store) ReadAtMost(n int64) { s.most = n }
