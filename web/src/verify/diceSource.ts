/** Where the dice to be checked come from: a table that has ended, or a record file. Knows addresses, no component. */
import * as api from "../wire/api";
import { legible, type OpenedDice } from "./dice";

/** The largest file that is sent; records are far smaller. */
export const LARGEST = 64 * 1024;

/** The dice of a table. Raises RequestError; null if the answer makes no sense. */
export async function ofTable(table: string): Promise<OpenedDice | null> {
  return legible(await api.proof(table));
}

/**
 * The dice of a record. The server reads it by the rules and says what was awaited at each draw; checking is done here.
 */
export async function ofRecord(text: string): Promise<OpenedDice | null> {
  return legible(await api.openRecord(text));
}
