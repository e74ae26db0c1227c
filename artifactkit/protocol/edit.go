package protocol

// Edit is one change to an object.
type Edit struct {
	path []string
	json []byte // nil removes
}

// Set is the edit that gives the member at path a value, compact JSON. A member that is not there is put at the end of its
// object; one that stands there several times becomes one, where the last stood; what is no object on the way there becomes one.
func Set(json []byte, path ...string) Edit { return Edit{path, json} }

// Delete is the edit that removes every member at path.
func Delete(path ...string) Edit { return Edit{path, nil} }

// AppendEdited appends v with edits made, all else token for token. No path may begin with another. Where a member on the way
// stands several times, Set goes into the last and Delete into all.
func AppendEdited(dst []byte, v Value, edits ...Edit) []byte {
	if len(edits) == 0 || v.Type() != Object && !adds(edits) {
		return v.AppendCompact(dst)
	}
	if v.Bound() != "" && !complete(v) {
		v, _ = Parse(v.Raw()) // read by itself, all its members are on the tape
	}
	last := map[string]uint32{} // of each edited name that is there, the member that counts
	for k := range v.members() {
		for _, e := range edits {
			if v.keyIs(k, e.path[0]) {
				last[e.path[0]] = k
			}
		}
	}
	o := objectWriter{dst: dst}
	for k, m := range v.members() {
		key := Value{v.d, k}
		mine := below(edits, key.Str())
		if len(mine) > 0 && last[key.Str()] != k {
			mine = removals(mine)
			if len(mine) == 0 && ends(edits, key.Str()) {
				continue
			}
		}
		o.member(key.Raw(), m, mine)
	}
	for _, e := range edits {
		name := e.path[0]
		if _, there := last[name]; there {
			continue
		}
		if mine := below(edits, name); adds(mine) {
			last[name] = 0
			o.member(AppendString(nil, name), Value{}, mine)
		}
	}
	return o.end()
}

type objectWriter struct {
	dst  []byte
	some bool
}

// member appends one member with the edits below it made; a removal of the member itself appends nothing.
func (o *objectWriter) member(key []byte, v Value, edits []Edit) {
	var whole *Edit
	for i := range edits {
		if len(edits[i].path) == 0 {
			whole = &edits[i]
		}
	}
	if whole != nil && whole.json == nil {
		return
	}
	sep := byte(',')
	if !o.some {
		o.some, sep = true, '{'
	}
	o.dst = append(append(append(o.dst, sep), key...), ':')
	if whole != nil {
		o.dst = append(o.dst, whole.json...)
		return
	}
	o.dst = AppendEdited(o.dst, v, edits...)
}

func (o *objectWriter) end() []byte {
	if !o.some {
		o.dst = append(o.dst, '{')
	}
	return append(o.dst, '}')
}

// below are the edits of a member, with their paths from there.
func below(edits []Edit, name string) (mine []Edit) {
	for _, e := range edits {
		if e.path[0] == name {
			mine = append(mine, Edit{e.path[1:], e.json})
		}
	}
	return mine
}

func adds(edits []Edit) bool { return len(removals(edits)) < len(edits) }

func removals(edits []Edit) (out []Edit) {
	for _, e := range edits {
		if e.json == nil {
			out = append(out, e)
		}
	}
	return out
}

// ends tells whether the member itself is set.
func ends(edits []Edit, name string) bool {
	for _, e := range edits {
		if len(e.path) == 1 && e.path[0] == name {
			return true
		}
	}
	return false
}
