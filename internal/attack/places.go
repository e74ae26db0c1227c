package attack

import (
	"encoding/json"
	"strings"
)

// In is a template with the text, as a JSON string, in every hole (§). With §§ the hole is the text's characters inside a string that
// has others.
func In(template, text string) string {
	quoted, err := json.Marshal(text)
	if err != nil {
		panic(err) // a string always marshals
	}
	inner := string(quoted[1 : len(quoted)-1])
	return strings.ReplaceAll(strings.ReplaceAll(template, "§§", inner), "§", string(quoted))
}

func artifact(kind, payload string) string {
	return `{"value":§,"artifact":{"schema":"codeagent.tool-artifact","version":1,"kind":` + kind + `,"status":"success","icon":§,"title":§,"payload":` + payload + `,§:§}}`
}

func display(members string) string {
	return `{"id":"c","name":§,"value":§,"is_error":false,"display":{` + members + `},"artifact":null}`
}

// Results are results with a hole wherever a producer may put something: every field of every kind and of the display, and the
// results of other protocols.
var Results = []string{
	`{"value":§,"request":{"id":§,"name":§,"arguments":{§:§,"_intent":§},"tool":{"name":§,"annotations":{"title":§,"icon":§}}}}`,
	`{"value":null,"error":§}`,
	`{"id":§,"name":§,"display":§,"value":[§,{§:§}],"is_error":true,"artifact":§}`,
	display(`"title":§,"label":§,"value_preview":§,"icon":§,"footer":§,"show_request":true,"open":true,"full_screen":true,"open_style":§`),
	display(`"html":§,"open":true`),
	display(`"html":{"html":"<div title=\"§§\">§§</div>","dependencies":[§]},"title":{"html":§},"icon":{"html":§},"footer":{"html":§}`),
	display(`"markdown":§,"label":[§],"open":1,"icon":{§:§}`),
	display(`"markdown":"§§\n\n§§§§\n\n> §§\n\n| §§ | b |\n|-|-|\n| §§ | §§ |\n\n` + "`§§` **§§**\\n\\n```§§\\n§§\\n```" + `"`),
	display(`"text":§,"footer":"<p>§§</p>","toolcard":{"kind":§,"status":§,"title":§,"icon":§,"payload":{§:§}},"right_output":§`),
	artifact(`"text"`, `{"text":§,"lang":§,"title":§,"for_model":§,"markdown":§}`),
	artifact(`"table"`, `{"columns":[§,{"name":§,"type":§},§],"rows":[[§,§,{§:§}],[[§],1e400,§],{§:§},§],"caption":§,"output":§,"text":§}`),
	artifact(`"table"`, `{"df":[{§:§,"_row":§},{§:§,"__proto__":{"polluted":§}},§,null,1e400]}`),
	artifact(`"table"`, `{§:[§,§],"other":[§,1]}`),
	artifact(`"table"`, `{"html":"<table><caption>§§<tr><th>§§<td title=\"§§\">§§</table>"}`),
	artifact(`"image"`, `{"images":[{"mime":§,"b64":§,"alt":§,"name":§},{"mime":"image/png","b64":§},{"mime":"image/svg+xml","b64":§,"alt":§},{"src":§,"type":§},{"data":§},§],"output":§,"code":§}`),
	artifact(`"code"`, `{"text":§,"lang":§,"filename":§,"output":§}`),
	artifact(`"code"`, `{"text":"x = \"§§\" // §§\n<!-- §§ -->\n","lang":"html","filename":§}`),
	artifact(`"diff"`, `{"old":§,"new":"§§\n§§ more","path":§,"verb":§}`),
	artifact(`"diff"`, `{"patch":"diff --git a/§§ b/§§\n--- a/§§\n+++ b/§§\n@@ -1,2 +1,2 @@ §§\n-§§\n+§§\n §§\n","path":§}`),
	artifact(`"error"`, `{"message":§,"detail":§}`),
	artifact(`"error"`, `[§,{§:§}]`),
	artifact(`"acme/map"`, `{"x":§,"y":[§,{§:{§:[§]}}]}`),
	artifact(`§`, `{"text":§}`),
	`{"content":[{"type":"text","text":§},{"type":§},{"type":"image","data":§,"mimeType":§},{"type":"resource","resource":{"uri":§,"text":§,"mimeType":§}},{"type":"resource_link","uri":§,"name":§},§],"structuredContent":{§:§},"isError":true}`,
	`{"type":"tool_result","tool_use_id":§,"content":[{"type":"text","text":§},{"type":"image","source":{"type":"base64","media_type":§,"data":§}}],"is_error":true}`,
	`{"type":"function_call_output","call_id":§,"output":§}`,
	`{"output_type":"display_data","data":{"text/html":§,"image/svg+xml":§,"image/png":§,"text/markdown":§,"text/plain":§},"metadata":{§:§}}`,
	`{"output_type":"error","ename":§,"evalue":§,"traceback":[§,§]}`,
	`{§:§,"a":[§,{§:§}]}`,
}

// Events are lines of a transcript with a hole in every field of every type. Ids that must be ids have N in them.
var Events = []string{
	`{"id":"oN","type":"open","event":{"title":§,"agent":§,"project":§,"created":§,"model":§}}`,
	`{"id":"mN","type":"message","event":{"role":"user","markdown":§,"text":§,"images":[{"mime":§,"b64":§,"alt":§},{"src":§}]}}`,
	`{"id":"nN","type":"message","event":{"role":§,"markdown":§}}`,
	`{"id":"tN","type":"thinking","event":{"text":§}}`,
	`{"id":"dN","type":"delta","event":{"text":§}}`,
	`{"id":"eN","type":"delta","event":{"text":"\n\n§§"}}`,
	`{"id":"aN","type":"message","event":{"role":"assistant","markdown":"§§\n\n` + "```§§\\n§§\\n```" + `\n\n> §§\n\n| §§ | b |\n|-|-|\n| §§ | §§ |"}}`,
	`{"id":"qN","type":"tool_request","at":§,"agent":§,"event":{"id":"cN","name":§,"arguments":{§:§,"_intent":§},"intent":§,"annotations":{"title":§,"icon":§,"grouping":§,"extra":{§:§}}}}`,
	`{"id":"rN","type":"tool_result","at":"2026-01-01T00:00:09Z","agent":§,"source":§,"event":{"id":"cN","name":§,"display":{"title":§,"label":§,"value_preview":§,"icon":§,"footer":§,"html":§},"value":§,"is_error":true,"artifact":null}}`,
	`{"id":"sN","type":"tool_request","parent":"cN","agent":§,"event":{"id":§,"name":§,"arguments":§}}`,
	`{"id":"uN","type":"usage","event":{"n_tokens":§,"model_limit":§,"warning_state":§,"cost_last":§}}`,
	`{"id":"fN","type":"error","event":{"message":§,"recovered":§}}`,
	`{"id":"xN","type":"x-unknown","event":{"data":{§:§}}}`,
	`{"id":"zN","type":"end","event":{"stop_reason":§}}`,
}
