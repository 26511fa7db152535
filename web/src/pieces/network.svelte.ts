/** The way in from the own network (docs/protocol.md). Only the page on the server's own machine may switch it. */
import * as api from "../wire/api";
import type { NetworkStatus } from "../wire/protocol";
import { pick } from "../words/words.svelte";

export const network = $state({ possible: false, open: false, address: "", busy: false, trouble: "" });

/** This page was opened on the machine itself: its own address means nothing to another device. */
export const onlyHere = /^(localhost|127\.|\[::1\])/.test(location.hostname);

/** How it stands. Without an answer the switch is not shown. */
export async function askNetwork(): Promise<void> {
  if (onlyHere) await api.network().then(stands, () => undefined);
}

export async function switchNetwork(open: boolean): Promise<void> {
  [network.busy, network.trouble] = [true, ""];
  try {
    stands(await api.switchNetwork(open));
  } catch (no) {
    if (no instanceof api.RequestError) network.trouble = pick(no.words);
  }
  network.busy = false;
}

function stands(way: NetworkStatus): void {
  Object.assign(network, way);
}

/** The address for links that other devices open. */
export function origin(): string {
  return network.address || location.origin;
}
