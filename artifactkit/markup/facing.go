package markup

import (
	"slices"
	"unicode"
)

// Facing is the direction of the words in nodes: that of the first character that has one, as dir="auto" says it in a browser;
// without such a character there is no attribute. It is for what holds many elements: a browser works out an auto anew whenever
// something comes in, over all that is there, so that a list of numbers takes the square of its length.
func Facing(kids ...Node) Attr {
	for _, k := range kids {
		if d := k.faces(); d != "" {
			return Dir(d)
		}
	}
	return Attr{}
}

// faces is the direction of a node's words, without those of elements whose direction is another's word; an auto there would find
// the same.
func (n Node) faces() constant {
	switch {
	case n.kind == nodeText:
		return faces(n.text)
	case n.kind == nodeElement && (n.tag == Bdi || slices.ContainsFunc(n.attrs, func(a Attr) bool { return a.name == "dir" && a.value != "auto" })):
		return ""
	}
	for _, k := range n.kids {
		if d := k.faces(); d != "" {
			return d
		}
	}
	return ""
}

func faces(s string) constant {
	for _, r := range s {
		switch {
		case r == 0x200f || r == 0x061c: // marks that nobody sees
			return "rtl"
		case r == 0x200e:
			return "ltr"
		case r < 0x590 && unicode.IsLetter(r):
			return "ltr"
		case unicode.IsLetter(r):
			if unicode.In(r, rightToLeft...) {
				return "rtl"
			}
			return "ltr"
		}
	}
	return ""
}

// rightToLeft are the scripts in use that are written so, and some that were.
var rightToLeft = []*unicode.RangeTable{unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Adlam, unicode.Samaritan,
	unicode.Mandaic, unicode.Hanifi_Rohingya, unicode.Mende_Kikakui, unicode.Phoenician, unicode.Imperial_Aramaic}
