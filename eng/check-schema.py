#!/usr/bin/python3
"""Holds JSON documents of Lowtide to their schemas under docs/schemas.

    lowtide ps --json | eng/check-schema.py      one document on standard input
    eng/check-schema.py FILE...                  one document a file, or JSON lines
    eng/check-schema.py --schemas                the schemas themselves: valid, and strict

A document names its schema: {"schema": "lowtide/ps/1", ...} is held to docs/schemas/ps-1.schema.json. Prints a
line for each thing that is wrong and ends with 1 if there was any. Of JSON lines the first names the schema, and the others are
held to its "line". Needs Debian's python3-jsonschema.
"""
import json
import pathlib
import sys

import jsonschema

SCHEMAS = pathlib.Path(__file__).resolve().parent.parent / "docs" / "schemas"


def faults(document, *lines):
    name = document.get("schema") if isinstance(document, dict) else None
    for path in SCHEMAS.glob("*.schema.json"):
        schema = json.loads(path.read_text())
        if schema["title"] == name:
            found = list(jsonschema.Draft202012Validator(schema).iter_errors(document))
            line_schema = {"$ref": "#/$defs/line", "$defs": schema.get("$defs", {})}
            for line in lines:
                found += jsonschema.Draft202012Validator(line_schema).iter_errors(line)
            return ["%s: %s" % (fault.json_path, fault.message) for fault in found]
    return ["there is no schema for %r in docs/schemas" % name]


def documents(text):
    """One, over any number of lines; or one a line."""
    # Python reads NaN and Infinity, which are no JSON.
    try:
        return [json.loads(text, parse_constant=refuse)]
    except json.JSONDecodeError:
        return [json.loads(line, parse_constant=refuse) for line in text.splitlines()]


def faults_of_schema(path):
    schema = json.loads(path.read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    _, name, version = schema["title"].split("/")
    if path.name != "%s-%s.schema.json" % (name, version) or schema["properties"]["schema"] != {"const": schema["title"]}:
        yield "%s: its name, its title and the member schema differ" % path.name
    yield from ("%s: %s" % (path.name, fault) for fault in laxities(schema))


def laxities(part):
    """No member may be left out, and none may come unannounced."""
    if isinstance(part, dict):
        if part.get("type") == "object":
            if part.get("additionalProperties") is not False:
                yield "an object takes any member"
            if part.get("required", []) != list(part.get("properties", {})):
                yield "not every member is required: %s" % ", ".join(part["properties"])
        part = list(part.values())
    if isinstance(part, list):
        for inner in part:
            yield from laxities(inner)


def refuse(name):
    raise ValueError("%s is not JSON" % name)


def main(arguments):
    if arguments == ["--schemas"]:
        found = [fault for path in sorted(SCHEMAS.glob("*.schema.json")) for fault in faults_of_schema(path)]
    else:
        texts = [pathlib.Path(name).read_text() for name in arguments] or [sys.stdin.read()]
        found = [fault for text in texts for fault in faults(*documents(text))]
    for fault in found:
        print(fault)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
