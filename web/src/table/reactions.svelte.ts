/**
 * Small drawn reactions, shown at the seat they come from for a moment. Kept nowhere; a device that wants none shows
 * none.
 */
import { announce } from "../pieces/toast.svelte";
import { settings } from "../settings.svelte";
import type { Live } from "../wire/live.svelte";
import type { Reacted } from "../wire/protocol";
import { say, type Key } from "../words/words.svelte";

export const EMOTES: readonly Reacted["emote"][] = ["bravo", "wow", "haha", "phew", "argh", "hello"];
const STAYS_MS = 4000;

/** The reaction of each seat, while it is shown. */
const shown = $state<Record<number, Reacted>>({});

export const reactionOf = (seat: number): Reacted | undefined => (settings.emotes ? shown[seat] : undefined);
export const called = (emote: string): string => say(`emote.${emote}` as Key);

/** Follow a table as long as the component lives. */
export function heed(live: Live): void {
  $effect(() => {
    const now = live.reacted;
    if (now && settings.emotes) show(now, live.view?.seats[now.seat]?.name ?? "");
  });
}

export function show(now: Reacted, name: string): void {
  shown[now.seat] = now;
  announce(`${name}: ${called(now.emote)}`);
  setTimeout(() => shown[now.seat]?.emote === now.emote && delete shown[now.seat], STAYS_MS);
}
