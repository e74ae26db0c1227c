"""Reads tool results and events, one JSON text a line, with nothing but the standard library."""
import json, sys

def at(x, *path):
    for key in path:
        x = x.get(key) if isinstance(x, dict) else None
    return x

def artifact(x):
    found = [at(x, "extra", "codeagent", "artifact"), at(x, "artifact"), x if at(x, "schema") == "codeagent.tool-artifact" else None]
    a = next((f for f in found if f is not None), None)
    kind, status, version = at(a, "kind"), at(a, "status"), at(a, "version")
    ok = at(a, "schema") == "codeagent.tool-artifact" and type(version) in (int, float) and version == 1
    ok = ok and all(isinstance(s, str) and s for s in (kind, status)) and isinstance(at(a, "payload"), (dict, list))
    if not ok or not all(isinstance(at(a, key), (str, type(None))) for key in ("icon", "title")):
        return None
    return {"icon": None, "title": None, **a, "status": "error" if kind == "error" else status}

def value(x, missing=""):
    bare = isinstance(x, str) or isinstance(x, list) and all(isinstance(s, str) for s in x)
    v = x if bare else at(x, "value")
    if v is None or v == []:
        return missing
    if isinstance(v, list) and not any(isinstance(s, (dict, list)) for s in v):
        return "\n".join("NA" if s is None else value(s) if isinstance(s, str) else json.dumps(s) for s in v)
    return v if isinstance(v, str) else json.dumps(v, ensure_ascii=False, separators=(",", ":"))

for line in sys.stdin if __name__ == "__main__" else []:
    x = json.loads(line)
    print(json.dumps({"artifact": artifact(x), "value": value(x)}))
