"""Results that Vitrine draws, with the standard library alone. Copy what you need."""
import json, subprocess, urllib.error, urllib.request


def result(value, kind, payload, title=None, call=None, name=None):
    """A result: value is the text for the model, payload what is drawn. kind: text, table, image, code, diff or error."""
    artifact = {"schema": "codeagent.tool-artifact", "version": 1, "kind": kind, "status": "error" if kind == "error" else "success",
                "icon": None, "title": title, "payload": payload}
    return {"value": value, "extra": {"codeagent": {"artifact": artifact}}, "request": {"id": call, "name": name, "arguments": {}}}


def save(path, results):
    """One result a line, for vitrine open, push, render --jsonl and the rest."""
    with open(path, "w", encoding="utf-8") as f:
        f.writelines(json.dumps(r, ensure_ascii=False) + "\n" for r in results)


def post(url, token, body):
    head = {"Authorization": "Bearer " + token, "Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(url, json.dumps(body).encode(), head), timeout=30) as answer:
        return json.load(answer)


def push(url, token, session, result, title=None):
    """Sends a result to a session, which is made if it is not there. The same result again is no second one."""
    try:
        post(f"{url}/v1/sessions", token, {"session": session, "title": title or session})
    except urllib.error.HTTPError as e:
        if e.code != 409:  # it is there
            raise
    return post(f"{url}/v1/sessions/{session}/events?from=auto", token, result)["accepted"]


def html(result):
    """One string with its style inside, for a notebook (display(HTML(...))) or a Quarto chunk with output: asis."""
    return subprocess.run(["vitrine", "render", "--styled"], input=json.dumps(result), text=True, encoding="utf-8", check=True, capture_output=True).stdout


def langchain(result):
    """A ToolMessage of LangChain as JSON: content goes to the model, artifact stays with the message."""
    return {"type": "tool", "content": result["value"], "tool_call_id": result["request"]["id"] or "", "name": result["request"]["name"],
            "status": "success", "artifact": result["extra"]["codeagent"]["artifact"]}


def aisdk(result):
    """A tool part of the AI SDK."""
    output = {"content": [{"type": "text", "text": result["value"]}], "codeagent": result["extra"]["codeagent"]}
    return {"type": f"tool-{result['request']['name']}", "toolCallId": result["request"]["id"] or "", "state": "output-available", "input": {}, "output": output}
