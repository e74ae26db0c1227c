package artifactkit_test

import "strings"

// odd are texts that nobody would write, for places that take anything: roots, then scalars in every member that there is.
func odd() []string {
	all := []string{
		"", " ", "\xef\xbb\xbf{}", "\xff\xfe{\x00}\x00", "\x00", "nul", "null", "-0", "1e400", `""`, `"\ud800"`, `"\u0000"`, `[]`, `{}`, `[[]]`, `[{}]`,
		"{\"a\":\"\xff\xfe\"}", "\"a\x01b\"", `{"a":1,}`, `{'a':1}`, `{"a":01}`, `{"a":1}{"b":2}`, `[NaN]`, `[Infinity]`,
		`{"__proto__":{"x":1},"constructor":2,"hasOwnProperty":3}`, `{"a/b":{"c~d":{"~0~1":[1,2,{"~j":"{\"x\":[1]}"}]}}}`,
		strings.Repeat("[", 3000), strings.Repeat("[", 3000) + strings.Repeat("]", 3000), strings.Repeat(`{"a":`, 300) + "1" + strings.Repeat("}", 300),
		`{"` + strings.Repeat("k", 10000) + `":1}`, strings.Repeat("9", 2000), `{"value":` + strings.Repeat("9", 2000) + `}`,
		`{"value":null,"error":null,"extra":null,"request":null}`, `{"value":"","error":true}`, `{"value":"x","error":0}`,
		`{"value":"a","value":"b","artifact":{}}`, `{"v\u0061lue":"a","value":"b","extra":{"codeagent":{"\u0061rtifact":7}}}`,
	}
	for i, s := range oddValues {
		for k, place := range places {
			if (i+k)%3 == 0 { // each value meets a third of the places: the fuzzer finds the rest, and the race detector is slow
				all = append(all, strings.ReplaceAll(place, "§", s))
			}
		}
	}
	return all
}

// places are results with a hole wherever a producer may put something.
var places = []string{
	`{"value":§}`,
	`{"value":null,"error":§}`,
	`{"id":§,"name":§,"display":§,"value":§,"is_error":§,"artifact":§}`,
	`{"value":§,"request":{"id":§,"name":§,"arguments":§,"tool":{"name":§}}}`,
	`{"value":"v","extra":{"display":{"title":§,"label":§,"value_preview":§,"icon":§,"show_request":§,"open":§,"full_screen":§,"footer":§,"open_style":§}}}`,
	`{"value":"v","extra":{"display":{"html":§}}}`,
	`{"value":"v","extra":{"display":{"markdown":§}}}`,
	`{"value":"v","extra":{"display":{"text":§}}}`,
	`{"value":"v","extra":{"display":{"toolcard":{"kind":§,"status":§,"title":§,"icon":§,"payload":§},"right_output":§}}}`,
	`{"value":"v","extra":{"display":{"toolcard":{"kind":"text","title":{"html":§},"payload":{"text":§}}}}}`,
	`{"value":§,"extra":{"contents":[{"class":"ellmer::ContentImageInline","props":{"type":§,"data":§}},{"type":"ContentError","message":§},{"class":"ContentText","text":§},§]}}`,
	`{"value":"v","artifact":{"schema":"codeagent.tool-artifact","version":§,"kind":"text","status":"success","payload":{"text":"p"}}}`,
	artifactOf(`§`, `{"text":"p"}`),
	artifactOf(`"acme/map"`, `{"x":§,"y":[§]}`),
	artifactOf(`"text"`, `{"text":§,"lang":§,"title":§,"for_model":§}`),
	artifactOf(`"text"`, `§`),
	artifactOf(`"code"`, `{"text":§,"lang":"go","filename":§,"output":§}`),
	artifactOf(`"error"`, `{"message":§,"detail":§}`),
	artifactOf(`"diff"`, `{"old":§,"new":"a\nb","path":§,"verb":§}`),
	artifactOf(`"diff"`, `{"patch":§}`),
	artifactOf(`"table"`, `{"df":[{"a":§,"b":1},{"a":2,"c":§}],"caption":§,"output":§}`),
	artifactOf(`"table"`, `{"columns":["a",§,{"name":§,"type":§}],"rows":[[§],[1,§,3,4]]}`),
	artifactOf(`"table"`, `{"df":§}`),
	artifactOf(`"table"`, `{"html":§}`),
	artifactOf(`"image"`, `{"images":[{"mime":§,"b64":§,"alt":§,"name":§},{"src":§},§],"output":§,"code":§}`),
	`{"content":[{"type":"text","text":§},{"type":§},{"type":"image","data":§,"mimeType":§},{"type":"resource","resource":{"uri":§,"text":§}},§],"isError":§,"_meta":{"codeagent/artifact":§}}`,
	`{"type":"tool_result","tool_use_id":§,"content":§,"is_error":§}`,
	`{"type":"function_call_output","call_id":§,"output":§}`,
	`{"type":"tool","content":§,"tool_call_id":§,"artifact":§,"status":§}`,
	`{"type":"tool-x","toolCallId":§,"state":"output-available","input":§,"output":{"codeagent":§}}`,
	`{"output_type":"display_data","data":{"text/html":§,"image/svg+xml":§,"text/plain":§},"metadata":§}`,
	`{"output_type":"error","ename":§,"evalue":§,"traceback":[§,§]}`,
}

func artifactOf(kind, payload string) string {
	return `{"value":"v","extra":{"codeagent":{"artifact":{"schema":"codeagent.tool-artifact","version":1,"kind":` + kind + `,"status":"success","icon":null,"title":"T","payload":` + payload + `}}}}`
}

var oddValues = []string{
	`null`, `""`, `" "`, `"\u200b"`, `[]`, `{}`, `[null,true,1,"x"]`, `[[1],[1,2]]`, `1e400`, `-0`, `true`, `"Infinity"`, `{"a":[1,2],"b":[3]}`, `[{"a":1},{"a":2,"":3}]`,
	`"</script><img src=x onerror=alert(1)>\"'` + "`" + `&\u202e\u0001\u0000\u2066"`,
	`"\u001b[31mred\u001b[0m\r\n1\r2\u001b]8;;javascript:alert(1)\u0007c\u001b]8;;\u0007\u001b[2147483647C\u001b[38;2;1;2;3;4mx\u009b31m"`,
	`"a\u0300\u0301\u2028\u2029\ud83d\ude00\ud83d"`, `"=cmd|' /C calc'!A0\t\r\n+1"`, `"@@ -1,999999999 +1,99999999999999999999 @@\n-a\n+b"`, `"--- a\r+++ b\r@@ -1 +1 @@\r-a\r+b\r"`,
	`"diff --git a/x b/y\nrename from x\nrename to y\nBinary files a/x and b/y differ\n@@@ -1 -1 +1 @@@\n"`,
	`"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA6mAAAOpgCAYAAAAfFcSJ"`, `"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ\r\n AAAADUlEQVR42mNk+M9QDwADhgGAWjR9aw AAAABJRU5ErkJggg=="`,
	`"https://u:p@x.example:8080/a.png?b=<c>"`, `"javascript:alert(1)"`, `"//x.example"`, `"<svg onload=alert(1)><script>alert(1)</script></svg>"`,
	`"[a](javascript:x) ![i](https://x.example/i.png) <https://x.example> [f](#f) <b onclick=x>r</b>\n\n| a | b |\n|--|:-:|\n| <b> | \\| |\n\n- [x] t\n  - 1\n\n    u\n\n[^1] x[^1]\n\n[^1]: n"`,
	`"<svg></p><style><a id=\"</style><img src=1 onerror=alert(1)>\">"`,
	`"<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=alert(1)&gt;\">"`,
	`"<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>"`, `"<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">"`,
	`"<p dir=auto>a<table dir=auto>b<tr>c<td dir=rtl>d<li><pre>\n\n<code>e\u202e<bdo dir=rtl>f</table>g</p></div></article><a href=http://x.example><b><a>h<i></a></b>i</i>"`,
	`"<!--><img src=x onerror=alert(1)>--><![CDATA[<b>]]><?php x ?><plaintext>x</b>"`, `{"html":"<b>x</b>","dependencies":[1]}`,
	`{"schema":"codeagent.tool-artifact","version":1,"kind":"text","status":"success","payload":{"text":"inner"}}`,
	`{"value":"inner","extra":{"codeagent":{"artifact":{"schema":"codeagent.tool-artifact","version":1,"kind":"table","status":"success","payload":{"df":[{"a":1}]}}}}}`,
	`{"type":"list","attributes":{"names":{"type":"character","value":["f"]}},"value":[{"type":"integer","attributes":{"levels":{"type":"character","value":[]},"class":{"value":["factor","Date"]}},"value":[1,-1,0,99999999999999999999,null]}]}`,
}
