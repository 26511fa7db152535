/**
 * What the table sounds like: wood, paper and pencil, made here out of noise and a few tones.
 * Silent unless the device wants sound; a browser lets nothing sound before the first tap. Knows no game.
 */
import { settings } from "../settings.svelte";

export type Sound = "roll" | "place" | "cross" | "line" | "pop" | "flag" | "no" | "turn" | "end";

/** What a move, or an event without a move, sounds like. */
const HEARD: Record<string, Sound> = {
  take: "place",
  back: "place",
  done: "place",
  cross: "cross",
  planet: "cross",
  lava: "cross",
  extend: "line",
  rail: "line",
  exploded: "pop",
};
export const soundOf = (kind: string): Sound | undefined => HEARD[kind];

/** Noise through a filter: `from` and `to` are its pitch, `width` how clear it is. Times in seconds. */
interface Rustle {
  kind: "rustle";
  at: number;
  long: number;
  from: number;
  to: number;
  width: number;
  loud: number;
  filter?: BiquadFilterType;
}
/** A tone that may glide. */
interface Tone {
  kind: "tone";
  at: number;
  long: number;
  from: number;
  to: number;
  loud: number;
  wave?: OscillatorType;
}
type Stroke = Rustle | Tone;

const rustle = (
  at: number,
  long: number,
  from: number,
  to: number,
  width: number,
  loud: number,
  filter: BiquadFilterType = "bandpass",
): Rustle => ({ kind: "rustle", at, long, from, to, width, loud, filter });
const tone = (
  at: number,
  long: number,
  from: number,
  to: number,
  loud: number,
  wave: OscillatorType = "sine",
): Tone => ({ kind: "tone", at, long, from, to, loud, wave });
/** Something of wood is touched: a dull body and a short click. */
const knock = (at: number, pitch: number, loud: number): Stroke[] => [
  tone(at, 0.09, pitch, pitch * 0.72, loud),
  rustle(at, 0.03, pitch * 7, pitch * 4, 2, loud * 0.8),
];
/** A pencil on paper. */
const pencil = (at: number, long: number, loud: number): Stroke[] => [
  rustle(at, long, 3400, 5200, 1.1, loud),
  rustle(at, long, 900, 1300, 1.6, loud * 0.35),
];

/** Dice on wood for half a second: dense at first, then they lie. `luck` makes every roll a little different. */
function rattle(luck: () => number): Stroke[] {
  const strokes: Stroke[] = [];
  for (let at = 0; at < 0.46; at += 0.028 + at * 0.09 + luck() * 0.02) {
    strokes.push(...knock(at, 210 + luck() * 260, (0.34 - at * 0.4) * (0.6 + luck() * 0.4)));
  }
  return [...strokes, ...knock(0.5, 180, 0.16)];
}

/** What a sound is made of. Pure but for luck. */
export function strokesOf(name: Sound, luck: () => number = Math.random): Stroke[] {
  switch (name) {
    case "roll":
      return rattle(luck);
    case "place":
      return knock(0, 165, 0.3);
    case "cross":
      return [...pencil(0, 0.09, 0.16), ...pencil(0.15, 0.1, 0.18)];
    case "line":
      return pencil(0, 0.14, 0.16);
    case "pop":
      return [rustle(0, 0.22, 1500, 180, 0.7, 0.55), tone(0, 0.16, 150, 48, 0.4), ...pencil(0.1, 0.18, 0.06)];
    case "flag":
      return [tone(0, 0.13, 1180, 1240, 0.12), tone(0.15, 0.26, 1560, 1660, 0.13)];
    case "no":
      return [tone(0, 0.1, 104, 82, 0.3), rustle(0, 0.05, 300, 200, 1, 0.16)];
    case "turn":
      return [...knock(0, 520, 0.18), ...knock(0.16, 560, 0.22)];
    case "end":
      return [rustle(0, 0.34, 700, 4200, 0.6, 0.2), rustle(0.3, 0.16, 3800, 900, 0.7, 0.26), ...knock(0.44, 140, 0.14)];
  }
}

/** How the hand feels it: milliseconds of buzzing and rest. */
const FELT: Partial<Record<Sound, number[]>> = {
  roll: [12, 60, 10, 70, 8],
  place: [10],
  cross: [8, 90, 8],
  line: [9],
  pop: [40],
  flag: [12, 60, 24],
  no: [22],
  turn: [14, 110, 14],
  end: [20, 80, 30],
};

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;
let tapped = false;

/** Browsers allow sound and buzzing only after a touch on the page. */
function touched(): void {
  tapped = true;
  if (context?.state === "suspended") void context.resume();
}
for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, touched, { passive: true, capture: true });

/** Let something be heard and felt, if this device wants that. Never fails and never waits. */
export function play(name: Sound): void {
  if (!tapped) return;
  if (settings.haptics) feel(FELT[name] ?? []);
  if (settings.sound) sound(strokesOf(name));
}

function feel(pattern: number[]): void {
  try {
    navigator.vibrate?.(pattern);
  } catch {
    // Some browsers forbid it in frames; then nothing is felt.
  }
}

function sound(strokes: Stroke[]): void {
  const made = opened();
  if (!made) return;
  const now = made.context.currentTime + 0.01;
  for (const stroke of strokes) {
    if (stroke.kind === "tone") sing(made.context, stroke, now);
    else hiss(made.context, made.noise, stroke, now);
  }
}

function opened(): { context: AudioContext; noise: AudioBuffer } | null {
  if (typeof AudioContext === "undefined") return null;
  context ??= new AudioContext({ latencyHint: "interactive" });
  if (context.state === "suspended") void context.resume();
  noise ??= whiteNoise(context);
  return { context, noise };
}

function whiteNoise(on: AudioContext): AudioBuffer {
  const buffer = on.createBuffer(1, on.sampleRate, on.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  return buffer;
}

function sing(on: AudioContext, stroke: Tone, now: number): void {
  const source = on.createOscillator();
  source.type = stroke.wave ?? "sine";
  glide(source.frequency, stroke, now);
  source.connect(fading(on, stroke, now));
  source.start(now + stroke.at);
  source.stop(now + stroke.at + stroke.long + 0.05);
}

function hiss(on: AudioContext, grain: AudioBuffer, stroke: Rustle, now: number): void {
  const source = on.createBufferSource();
  const filter = on.createBiquadFilter();
  source.buffer = grain;
  filter.type = stroke.filter ?? "bandpass";
  filter.Q.value = stroke.width;
  glide(filter.frequency, stroke, now);
  source.connect(filter).connect(fading(on, stroke, now));
  source.start(now + stroke.at, Math.random() * 0.5, stroke.long + 0.05);
}

function glide(pitch: AudioParam, stroke: Stroke, now: number): void {
  pitch.setValueAtTime(stroke.from, now + stroke.at);
  pitch.exponentialRampToValueAtTime(stroke.to, now + stroke.at + stroke.long);
}

/** A volume that rises at once and dies away; without the soft edges it would click. */
function fading(on: AudioContext, stroke: Stroke, now: number): GainNode {
  const gain = on.createGain();
  const start = now + stroke.at;
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(stroke.loud, start + Math.min(0.008, stroke.long / 4));
  gain.gain.exponentialRampToValueAtTime(0.0001, start + stroke.long);
  gain.connect(on.destination);
  return gain;
}
