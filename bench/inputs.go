package main

import (
	"fmt"
	"strings"
)

// input is what one row of the comparison reads: texts that are read one after the other.
type input struct {
	name  string
	texts [][]byte
}

func (in input) bytes() (n int) {
	for _, t := range in.texts {
		n += len(t)
	}
	return n
}

// inputs are invented, the same in every run.
func inputs() []input {
	return []input{
		{"a table of 10,000 rows", [][]byte{[]byte(tableResult(10_000))}},
		{"1,000 results of every kind", mixed(1000)},
		{"deep and full of escapes", [][]byte{[]byte(escapes(4000))}},
	}
}

func result(value, kind, payload string) string {
	return fmt.Sprintf(`{"value":%q,"error":null,"request":{"id":"call_7","name":"query","arguments":{"limit":50}},"extra":{"codeagent":{"artifact":{"schema":"codeagent.tool-artifact","version":1,"kind":%q,"status":"success","icon":null,"title":"Orders","payload":%s}},"display":{"label":"Orders","open":false}}}`,
		value, kind, payload)
}

func tableResult(rows int) string {
	var b strings.Builder
	b.WriteString(`{"df":[`)
	for i := range rows {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"city":"Duluth, MN","quarter":"2026 Q%d","orders":%d,"revenue":%d.%02d,"open":%t,"note":null}`, i%4+1, 400+i%977, 58204+i*7%9973, i%100, i%3 == 0)
	}
	b.WriteString(`]}`)
	return result(fmt.Sprintf("%d rows", rows), "table", b.String())
}

func mixed(n int) [][]byte {
	payloads := []struct{ kind, json string }{
		{"text", `{"text":"` + strings.Repeat(`All 214 tests passed in 3.1 s.\n`, 20) + `"}`},
		{"code", `{"text":"` + strings.Repeat(`func area(w, h int) int {\n\treturn w * h // <b>\n}\n`, 15) + `","lang":"go","filename":"area.go"}`},
		{"diff", `{"old":"` + strings.Repeat(`one line\n`, 40) + `","new":"` + strings.Repeat(`one other line\n`, 40) + `","path":"notes.txt"}`},
		{"table", tablePayload},
		{"error", `{"message":"no station within 50 km","detail":"Traceback\n  line 7"}`},
		{"image", `{"images":[{"mime":"image/png","b64":"` + strings.Repeat("iVBORw0KGgo", 60) + `","alt":"a plot"}]}`},
	}
	texts := make([][]byte, n)
	for i := range texts {
		p := payloads[i%len(payloads)]
		texts[i] = []byte(result(fmt.Sprintf("result %d", i), p.kind, p.json))
	}
	return texts
}

const tablePayload = `{"columns":["city","n","share"],"rows":[["Duluth",412,0.31],["Fargo",388,0.29],["Ely",97,0.07],["Bemidji",203,0.15]]}`

// escapes has strings in which every few characters are escaped, at the bottom of nested arrays and objects.
func escapes(n int) string {
	leaf := `"` + strings.Repeat(`\u00e9\n\"\\ \ud83c\udf0d tab\t`, 8) + `"`
	one := strings.Repeat(`{"k\u00e9y":[`, 12) + leaf + strings.Repeat(`]}`, 12)
	return result("escapes", "text", `{"text":"t","data":[`+strings.Repeat(one+",", n-1)+one+`]}`)
}
