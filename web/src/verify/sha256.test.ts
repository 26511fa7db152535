import { expect, test } from "vitest";
import { bytes, hex, hmac, sha256, unhex } from "./sha256";

test("SHA-256: the vectors of FIPS 180-4", () => {
  expect(hex(sha256(bytes("abc")))).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(hex(sha256(bytes("")))).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  const two = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
  expect(hex(sha256(bytes(two)))).toBe("248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
});

test("HMAC-SHA256: the vectors of RFC 4231", () => {
  const said = (key: Uint8Array, message: string) => hex(hmac(key, bytes(message)));
  expect(said(new Uint8Array(20).fill(0x0b), "Hi There")).toBe(
    "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
  );
  expect(said(bytes("Jefe"), "what do ya want for nothing?")).toBe(
    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
  );
  const long = "Test Using Larger Than Block-Size Key - Hash Key First";
  expect(said(new Uint8Array(131).fill(0xaa), long)).toBe(
    "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
  );
});

test("every length around the edges of blocks is as the browser's own", async () => {
  for (let length = 1; length < 150; length++) {
    const message = Uint8Array.from({ length }, (_, at) => (at * 37 + length) & 255);
    const key = await crypto.subtle.importKey("raw", message, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    expect(hex(sha256(message))).toBe(hex(new Uint8Array(await crypto.subtle.digest("SHA-256", message))));
    expect(hex(hmac(message, message))).toBe(hex(new Uint8Array(await crypto.subtle.sign("HMAC", key, message))));
  }
});

test("hex goes there and back, and nothing else passes", () => {
  expect(hex(unhex("00ff10ab"))).toBe("00ff10ab");
  for (const wrong of ["0", "0g", "AB", " 00"]) expect(unhex(wrong)).toHaveLength(0);
});
