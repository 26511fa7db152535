/** What stands around a sheet comes in several tasks (`Later`), is laid out when it is whole; then the sheet comes. */
import { inTurn } from "../pieces/turns";
import { needHatches } from "./hatches";

export class Framing {
  /** Whether everything around the sheet is there. */
  done = $state(false);

  /** For a component whose parts come later: their effects run before its own. */
  constructor() {
    $effect(() => inTurn(needHatches));
    $effect(() => inTurn(() => (this.done = true)));
  }
}
