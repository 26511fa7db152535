/** Whom to ask about this server (`KRITZEL_CONTACT`): asked once, empty if there is none. */
import * as api from "../wire/api";

export const contact = $state({ address: "" });
let asked = false;

export function askContact(): void {
  if (asked) return;
  asked = true;
  void api.about().then(
    (about) => (contact.address = about.contact),
    () => (asked = false),
  );
}

/** An address as people write it: without what machines put before it. */
export function spelled(address: string): string {
  return address.replace(/^(mailto:|https:\/\/)/, "");
}
