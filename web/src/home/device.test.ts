import { expect, test } from "vitest";
import { deviceAddress, handover } from "./device";

const TOKEN = "08bqBz35dNHnpnOV7I3F4Q";

test("a link carries the token and the name", () => {
  const { hash } = new URL(deviceAddress("https://kritzel.example", TOKEN, "Jörg & <b>Ida</b>. 2"));
  expect(handover(hash.slice(1))).toEqual({ token: TOKEN, name: "Jörg & <b>Ida</b>. 2" });
});

test.each([
  ["", null],
  ["short", null],
  ["a b c d e f g h i j k l", null],
  [TOKEN, { token: TOKEN, name: "" }],
  [`${TOKEN}.%E0%A4%A`, { token: TOKEN, name: "" }],
])("read %s", (hash, expected) => {
  expect(handover(hash)).toEqual(expected);
});
