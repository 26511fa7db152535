/**
 * SHA-256 and HMAC, written out (FIPS 180-4, RFC 2104). Browsers have them too, but only on https and on one's own
 * machine; dice are also checked at the kitchen table, over plain http. Knows bytes, no dice.
 */
const BLOCK = 64;
const K = constants();

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
function constants(): Uint32Array {
  return Uint32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));
}

function primes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime)) found.push(n);
  return found;
}

function fraction(x: number): number {
  return Math.floor((x - Math.floor(x)) * 2 ** 32);
}

const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/** The 32 bytes of SHA-256. */
export function sha256(message: Uint8Array): Uint8Array {
  const state = Uint32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)));
  const padded = padding(message);
  for (let at = 0; at < padded.length; at += BLOCK) mix(state, schedule(padded, at));
  const digest = new Uint8Array(32);
  state.forEach((word, nth) => new DataView(digest.buffer).setUint32(nth * 4, word));
  return digest;
}

/** A one, zeros, and the length in bits: a whole number of blocks. */
function padding(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(padded.length - 4, (message.length << 3) >>> 0);
  return padded;
}

function schedule(padded: Uint8Array, at: number): Uint32Array {
  const words = new Uint32Array(64);
  const view = new DataView(padded.buffer, at, BLOCK);
  for (let t = 0; t < 16; t++) words[t] = view.getUint32(t * 4);
  for (let t = 16; t < 64; t++) {
    const [old, last] = [words[t - 15]!, words[t - 2]!];
    const s0 = turned(old, 7) ^ turned(old, 18) ^ (old >>> 3);
    const s1 = turned(last, 17) ^ turned(last, 19) ^ (last >>> 10);
    words[t] = words[t - 16]! + s0 + words[t - 7]! + s1;
  }
  return words;
}

function mix(state: Uint32Array, words: Uint32Array): void {
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let t = 0; t < 64; t++) {
    const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const one = (h + s1 + ((e & f) ^ (~e & g)) + K[t]! + words[t]!) | 0;
    const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, nth) => (state[nth] = state[nth]! + word));
}

/** The 32 bytes of HMAC-SHA256. */
export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(BLOCK);
  block.set(key.length > BLOCK ? sha256(key) : key);
  const inner = joined(
    block.map((byte) => byte ^ 0x36),
    message,
  );
  return sha256(
    joined(
      block.map((byte) => byte ^ 0x5c),
      sha256(inner),
    ),
  );
}

/** Bytes after one another. */
export function joined(...parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
export const hex = (data: Uint8Array): string =>
  Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Hex digits as bytes; whatever is no hex gives no bytes. */
export function unhex(text: string): Uint8Array {
  if (!/^([0-9a-f]{2})*$/.test(text)) return new Uint8Array();
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
