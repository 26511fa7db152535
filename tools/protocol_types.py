"""The page's types of the protocol, made from `server/wire`: web/src/wire/protocol.ts.

`--check` says whether the file is what would be made, and changes nothing. Needs Node: `tools/pages.py types`
and `tools/pages.py check` bring it along.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from kritzel.server.wire.schema import schema

ROOT = Path(__file__).parent.parent
TYPES = ROOT / "web/src/wire/protocol.ts"


def main() -> None:
    made = types()
    if "--check" in sys.argv[1:]:
        if TYPES.read_text("utf-8") != made:
            sys.exit(f"{TYPES.relative_to(ROOT)} is stale: run tools/protocol_types.py")
    else:
        TYPES.write_text(made, "utf-8")


def older(schema: Any) -> Any:
    """As the writer of the types knows it: tuples as a list of `items`, other lists of any length,
    nothing beside a reference."""
    if isinstance(schema, list):
        return [older(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return {"$ref": schema["$ref"]}
    if "prefixItems" in schema:
        told = {key: older(value) for key, value in schema.items() if key != "prefixItems"}
        return told | {"items": older(schema["prefixItems"])}
    return {key: older(value) for key, value in schema.items() if key not in ("minItems", "maxItems")}


def types() -> str:
    """The types as text; Node does the writing."""
    command = ["node", "tools/types.mjs"]
    done = subprocess.run(
        command,
        cwd=ROOT / "web",
        input=json.dumps(older(schema())),
        text=True,
        capture_output=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"could not make the types: {done.stderr.strip()}")
    return done.stdout


if __name__ == "__main__":
    main()
