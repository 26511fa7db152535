import { flushSync } from "svelte";
import { expect, test, vi } from "vitest";
import { inTurn } from "../pieces/turns";
import type { Option } from "../wire/protocol";
import { leadKeys } from "./turnFocus.svelte";

const options = [{ cell: "a1" }] as unknown as Option[];

/** A turn begins while `a2` has the focus; `meanwhile` happens before the keys are led. */
async function led(meanwhile: () => void): Promise<number> {
  document.body.innerHTML = '<div role="grid"><button id="a2"></button><button id="a3"></button></div>';
  document.getElementById("a2")!.focus();
  const sheet = { focus: vi.fn(), nextLegal: vi.fn() };
  const end = $effect.root(() =>
    leadKeys(
      { options, sent: null, shown: 1 },
      () => sheet,
      () => "a2",
      () => false,
    ),
  );
  flushSync();
  meanwhile();
  await new Promise<void>((done) => void inTurn(done));
  end();
  return sheet.nextLegal.mock.calls.length;
}

test("when a turn begins the keys are led to the next move", async () => {
  expect(await led(() => {})).toBe(1);
});

test("who has pressed a key meanwhile stays where it led", async () => {
  expect(await led(() => document.getElementById("a3")!.focus())).toBe(0);
});
