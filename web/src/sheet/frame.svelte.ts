/** The parts around a sheet come in several tasks (`Deferred`) and are laid out together; then the sheet comes. */
import { inTurn } from "../pieces/turns";
import { needHatches } from "./hatches";

export class FrameState {
  /** Whether everything around the sheet is there. */
  done = $state(false);

  /** For a component whose parts come later: their effects run before its own. */
  constructor() {
    $effect(() => inTurn(needHatches));
    $effect(() => inTurn(() => (this.done = true)));
  }
}
