package gojson

import (
	"reflect"
	"slices"
	"strings"
	"unicode"
)

// field is a member that a struct is written with.
type field struct {
	name      string
	index     []int
	tagged    bool // the name comes from a tag
	omitEmpty bool
	omitZero  bool
	quoted    bool
}

// of is the value of the field; ok is false when it is left out.
func (f field) of(v reflect.Value) (m reflect.Value, ok bool) {
	for _, i := range f.index {
		if v.Kind() == reflect.Pointer {
			if v.IsNil() {
				return v, false
			}
			v = v.Elem()
		}
		v = v.Field(i)
	}
	return v, !(f.omitEmpty && empty(v)) && !(f.omitZero && zero(v))
}

func empty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Bool, reflect.Pointer, reflect.Interface,
		reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr,
		reflect.Float32, reflect.Float64:
		return v.IsZero()
	}
	return false
}

// zero asks the value itself where it can say: a time.Time in another zone is zero too.
func zero(v reflect.Value) bool {
	if own, ok := v.Interface().(interface{ IsZero() bool }); ok {
		if v.Kind() == reflect.Pointer && v.IsNil() {
			return true
		}
		return own.IsZero()
	}
	return v.IsZero()
}

// fieldsOf lists the members of a struct type in the order of its fields, those of embedded structs where they are embedded.
// Of several fields with one name the least embedded counts, then the one named by a tag; where that decides nothing, none does.
func fieldsOf(t reflect.Type) []field {
	best := map[string][]field{}
	var order []field
	level := []embedded{{typ: t}}
	seen := map[reflect.Type]bool{}
	for len(level) > 0 {
		var next []embedded
		found := map[string][]field{}
		for _, em := range level {
			if seen[em.typ] {
				continue
			}
			for i := range em.typ.NumField() {
				f, in := readField(em, i)
				switch {
				case in.typ != nil:
					next = append(next, in)
				case f.name != "":
					found[f.name] = append(found[f.name], f)
					order = append(order, f)
				}
			}
		}
		for _, em := range level {
			seen[em.typ] = true
		}
		for name, fs := range found {
			if best[name] == nil {
				best[name] = fs
			}
		}
		level = next
	}
	order = slices.DeleteFunc(order, func(f field) bool {
		won, ok := dominant(best[f.name])
		return !ok || !slices.Equal(won.index, f.index)
	})
	slices.SortFunc(order, func(a, b field) int { return slices.Compare(a.index, b.index) })
	return order
}

// embedded is a struct whose fields stand in another.
type embedded struct {
	typ   reflect.Type
	index []int
}

// readField is a member, or a struct that is embedded, or neither.
func readField(em embedded, i int) (f field, in embedded) {
	sf := em.typ.Field(i)
	tag := sf.Tag.Get("json")
	if tag == "-" {
		return f, in
	}
	name, options, _ := strings.Cut(tag, ",")
	if !validName(name) {
		name = ""
	}
	t := sf.Type
	if t.Name() == "" && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	isStruct := t.Kind() == reflect.Struct
	if !sf.IsExported() && !(sf.Anonymous && isStruct) {
		return f, in
	}
	index := append(slices.Clone(em.index), i)
	if sf.Anonymous && name == "" && isStruct {
		return f, embedded{t, index}
	}
	if !sf.IsExported() {
		return f, in
	}
	f = field{name: name, index: index, tagged: name != ""}
	if name == "" {
		f.name = sf.Name
	}
	for option := range strings.SplitSeq(options, ",") {
		switch option {
		case "omitempty":
			f.omitEmpty = true
		case "omitzero":
			f.omitZero = true
		case "string":
			switch t.Kind() {
			case reflect.Bool, reflect.String, reflect.Float32, reflect.Float64,
				reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
				reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
				f.quoted = true
			}
		}
	}
	return f, in
}

// dominant is the field that a name means, of several at one depth.
func dominant(fs []field) (field, bool) {
	if len(fs) == 1 {
		return fs[0], true
	}
	var tagged []field
	for _, f := range fs {
		if f.tagged {
			tagged = append(tagged, f)
		}
	}
	if len(tagged) == 1 {
		return tagged[0], true
	}
	return field{}, false
}

func validName(s string) bool {
	for _, c := range s {
		if !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", c) && !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			return false
		}
	}
	return s != ""
}

// Columns are the names of the columns that a list of structs has, in the order of the fields, whatever its length; nil for a
// value of another type. ok tells whether the value is a list of records: structs, or maps with keys of text.
func Columns(v any) (names []string, ok bool) {
	t := reflect.TypeOf(v)
	if t == nil || t.Kind() != reflect.Slice && t.Kind() != reflect.Array || speaks(t) {
		return nil, false
	}
	t = t.Elem()
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case speaks(t) || speaks(reflect.PointerTo(t)):
		return nil, false
	case t.Kind() == reflect.Map:
		return nil, t.Key().Kind() == reflect.String
	case t.Kind() != reflect.Struct:
		return nil, false
	}
	for _, f := range fieldsOf(t) {
		names = append(names, f.name)
	}
	return names, true
}
