// Package gojson writes Go values as compact JSON the way encoding/json does, with three differences that a tool's answer wants:
// NaN and the infinities become the strings NaN, Inf and -Inf (PL-1), no character is escaped for HTML, and the work is bounded.
// An error quotes nothing of the value (MK-5).
package gojson

import (
	"cmp"
	"encoding"
	"encoding/base64"
	"errors"
	"math"
	"reflect"
	"slices"
	"strconv"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Bounds are the most that is written: levels of arrays and objects, and bytes.
type Bounds struct{ Depth, Bytes int }

// What stops an encoding. Text of these errors names kinds of the language and nothing of the value.
var (
	ErrDepth = errors.New("it nests too deeply or contains itself")
	ErrBytes = errors.New("it is too large")
	errOwn   = errors.New("its own encoding failed")
)

// Marshal writes a value. The same value gives the same bytes: members of a struct stand in the order of its fields, those of a
// map in the order of their names. Methods MarshalJSON and MarshalText are called; a panic in them is their owner's.
func Marshal(v any, b Bounds) ([]byte, error) {
	e := encoder{b: b, fields: map[reflect.Type][]field{}}
	if err := e.value(reflect.ValueOf(v), false); err != nil {
		return nil, err
	}
	return e.dst, nil
}

type encoder struct {
	dst   []byte
	b     Bounds
	depth int // open arrays and objects
	links int // pointers and interfaces on the way here
	// fields are those of the types met so far.
	fields map[reflect.Type][]field
}

// marshaler is encoding/json's interface, which the core does not import.
type marshaler interface{ MarshalJSON() ([]byte, error) }

var (
	marshalerType     = reflect.TypeFor[marshaler]()
	textMarshalerType = reflect.TypeFor[encoding.TextMarshaler]()
)

// speaks tells whether a type writes itself.
func speaks(t reflect.Type) bool {
	return t.Implements(marshalerType) || t.Implements(textMarshalerType)
}

// value writes any value; quoted wants numbers and booleans inside a string (the tag option "string").
func (e *encoder) value(v reflect.Value, quoted bool) error {
	if len(e.dst) > e.b.Bytes {
		return ErrBytes
	}
	if !v.IsValid() {
		e.dst = append(e.dst, "null"...)
		return nil
	}
	if done, err := e.itself(v); done {
		return err
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			e.dst = append(e.dst, "null"...)
			return nil
		}
		if e.links++; e.links > 4*e.b.Depth {
			return ErrDepth
		}
		err := e.value(v.Elem(), quoted)
		e.links--
		return err
	case reflect.Struct:
		return e.object(v)
	case reflect.Map:
		return e.table(v)
	case reflect.Slice, reflect.Array:
		return e.list(v)
	}
	return e.scalar(v, quoted)
}

// itself lets a value write itself, if it can.
func (e *encoder) itself(v reflect.Value) (done bool, err error) {
	t := v.Type()
	if !speaks(t) {
		if !v.CanAddr() || t.Kind() == reflect.Pointer || !speaks(reflect.PointerTo(t)) {
			return false, nil
		}
		v = v.Addr()
	}
	if (v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface) && v.IsNil() {
		e.dst = append(e.dst, "null"...)
		return true, nil
	}
	switch own := v.Interface().(type) {
	case marshaler:
		text, err := own.MarshalJSON()
		if err != nil {
			return true, errOwn
		}
		if len(text) > e.b.Bytes {
			return true, ErrBytes
		}
		parsed, why := protocol.Parse(text)
		switch {
		case why != nil:
			return true, errOwn
		case parsed.Height()+e.depth > e.b.Depth:
			return true, ErrDepth
		}
		e.dst = parsed.AppendCompact(e.dst)
	case encoding.TextMarshaler:
		text, err := own.MarshalText()
		if err != nil {
			return true, errOwn
		}
		e.dst = protocol.AppendString(e.dst, string(text))
	}
	return true, nil
}

func (e *encoder) scalar(v reflect.Value, quoted bool) error {
	start := len(e.dst)
	switch v.Kind() {
	case reflect.Bool:
		e.dst = strconv.AppendBool(e.dst, v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		e.dst = strconv.AppendInt(e.dst, v.Int(), 10)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		e.dst = strconv.AppendUint(e.dst, v.Uint(), 10)
	case reflect.Float32, reflect.Float64:
		if word := notANumber(v.Float()); word != "" {
			e.dst = protocol.AppendString(e.dst, word)
			return nil
		}
		e.dst = appendFloat(e.dst, v.Float(), v.Type().Bits())
	case reflect.String:
		if isNumber(v) {
			e.dst = append(e.dst, v.String()...)
			break
		}
		e.dst = protocol.AppendString(e.dst, v.String())
	default:
		return errors.New("it holds a " + v.Kind().String())
	}
	if quoted {
		e.dst = protocol.AppendString(e.dst[:start], string(e.dst[start:]))
	}
	return nil
}

// isNumber tells encoding/json's Number, a string that is written as a number; one that is none stays a string.
func isNumber(v reflect.Value) bool {
	if t := v.Type(); t.PkgPath() != "encoding/json" || t.Name() != "Number" {
		return false
	}
	n, why := protocol.Parse([]byte(v.String()))
	return why == nil && n.Num() == v.String()
}

func notANumber(f float64) string {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 1):
		return "Inf"
	case math.IsInf(f, -1):
		return "-Inf"
	}
	return ""
}

// appendFloat writes the shortest digits that read back the same, with an exponent where a decimal would be long.
func appendFloat(dst []byte, f float64, bits int) []byte {
	format := byte('f')
	a := math.Abs(f)
	if a != 0 && (bits == 64 && (a < 1e-6 || a >= 1e21) || bits == 32 && (float32(a) < 1e-6 || float32(a) >= 1e21)) {
		format = 'e'
	}
	dst = strconv.AppendFloat(dst, f, format, -1, bits)
	if n := len(dst); format == 'e' && n >= 4 && (dst[n-4] == 'e') && dst[n-3] == '-' && dst[n-2] == '0' { // e-09 is e-9
		dst[n-2] = dst[n-1]
		dst = dst[:n-1]
	}
	return dst
}

// enter opens an array or an object.
func (e *encoder) enter(c byte) error {
	if e.depth++; e.depth > e.b.Depth {
		return ErrDepth
	}
	e.dst = append(e.dst, c)
	return nil
}

func (e *encoder) leave(c byte) {
	e.depth--
	e.dst = append(e.dst, c)
}

func (e *encoder) list(v reflect.Value) error {
	if v.Kind() == reflect.Slice {
		if v.IsNil() {
			e.dst = append(e.dst, "null"...)
			return nil
		}
		if t := v.Type().Elem(); t.Kind() == reflect.Uint8 && !speaks(reflect.PointerTo(t)) {
			if base64.StdEncoding.EncodedLen(v.Len()) > e.b.Bytes {
				return ErrBytes
			}
			e.dst = append(base64.StdEncoding.AppendEncode(append(e.dst, '"'), v.Bytes()), '"')
			return nil
		}
	}
	if err := e.enter('['); err != nil {
		return err
	}
	for i := range v.Len() {
		if i > 0 {
			e.dst = append(e.dst, ',')
		}
		if err := e.value(v.Index(i), false); err != nil {
			return err
		}
	}
	e.leave(']')
	return nil
}

// table writes a map, its members in the order of their names.
func (e *encoder) table(v reflect.Value) error {
	if v.IsNil() {
		e.dst = append(e.dst, "null"...)
		return nil
	}
	if err := e.enter('{'); err != nil {
		return err
	}
	type member struct {
		name string
		v    reflect.Value
	}
	all := make([]member, 0, v.Len())
	for it := v.MapRange(); it.Next(); {
		name, err := keyText(it.Key())
		if err != nil {
			return err
		}
		all = append(all, member{name, it.Value()})
	}
	slices.SortStableFunc(all, func(a, b member) int { return cmp.Compare(a.name, b.name) })
	for i, m := range all {
		if i > 0 {
			e.dst = append(e.dst, ',')
		}
		e.dst = append(protocol.AppendString(e.dst, m.name), ':')
		if err := e.value(m.v, false); err != nil {
			return err
		}
	}
	e.leave('}')
	return nil
}

// keyText is the name that a key of a map becomes.
func keyText(k reflect.Value) (string, error) {
	if k.Kind() == reflect.String {
		return k.String(), nil
	}
	if own, ok := k.Interface().(encoding.TextMarshaler); ok {
		if k.Kind() == reflect.Pointer && k.IsNil() {
			return "", nil
		}
		text, err := own.MarshalText()
		if err != nil {
			return "", errOwn
		}
		return string(text), nil
	}
	switch {
	case k.CanInt():
		return strconv.FormatInt(k.Int(), 10), nil
	case k.CanUint():
		return strconv.FormatUint(k.Uint(), 10), nil
	}
	return "", errors.New("it holds a map with keys of the kind " + k.Kind().String())
}

func (e *encoder) object(v reflect.Value) error {
	if err := e.enter('{'); err != nil {
		return err
	}
	fields, known := e.fields[v.Type()]
	if !known {
		fields = fieldsOf(v.Type())
		e.fields[v.Type()] = fields
	}
	some := false
	for _, f := range fields {
		m, ok := f.of(v)
		if !ok {
			continue
		}
		if some {
			e.dst = append(e.dst, ',')
		}
		some = true
		e.dst = append(protocol.AppendString(e.dst, f.name), ':')
		if err := e.value(m, f.quoted); err != nil {
			return err
		}
	}
	e.leave('}')
	return nil
}
