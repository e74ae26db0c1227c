import typing

import types_gen
from types_gen import Artifact, Result

artifact: Artifact = {"schema": "codeagent.tool-artifact", "version": 1, "kind": "text", "status": "success", "payload": {"text": "18 degrees"}}
result: Result = {"value": "18 degrees", "extra": {"codeagent": {"artifact": artifact}, "display": {"label": "Duluth"}}}

for name in ("Artifact", "Display", "Result", "ToolResultEvent", "Envelope"):
    assert typing.get_type_hints(getattr(types_gen, name)), name
assert Artifact.__required_keys__ == {"schema", "version", "kind", "status", "payload"}
assert types_gen.ToolResultEvent.__optional_keys__ == frozenset()
print(sorted(result))
