// Types of the protocol, from its JSON Schema on stdin to stdout (tools/protocol_types.py calls it).
import { compile } from "json-schema-to-typescript";
import { text } from "node:stream/consumers";

const schema = JSON.parse(await text(process.stdin));
const banner = "// Made by tools/protocol_types.py from src/kritzel/server/wire. Do not edit.";
const options = { additionalProperties: false, bannerComment: banner, unreachableDefinitions: true, format: true };
process.stdout.write(await compile(schema, "Protocol", options));
