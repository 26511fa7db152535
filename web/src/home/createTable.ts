/** Laying a table: the name first, then the table, then its links are put where the table's page finds them. */
import { keep, keepData, kept, keptData } from "../keeping";
import * as api from "../wire/api";
import { anyName, ensureName } from "../pieces/names";
import { settings } from "../settings.svelte";
import { asked, type Chair, type Plan } from "./plan";

const PLAN = "kritzel.plan";

/** Where the page of a table looks for the links of its open seats; gone with the tab. */
export const invitesKey = (table: string) => `kritzel.invites.${table}`;

/** A table for these people; answers its address. Raises RequestError. */
export async function lay(
  sheet: string,
  chairs: readonly Chair[],
  name: string,
  real: boolean,
  begins: string,
): Promise<string> {
  const me = await ensureName(name);
  const { table, invites } = await api.layTable(sheet, asked(chairs, me, anyName), settings.lang, real, begins);
  if (invites.length) keepData("tab", invitesKey(table), invites);
  return `/t/${table}`;
}

/** The plan of last time, as it was kept. */
export function lastPlan(): string | null {
  return kept("device", PLAN);
}

/** From now on one bot is proposed in the place of another. */
export function proposeInstead(from: string, to: string): void {
  const plan = keptData("device", PLAN) as Plan | null;
  if (!Array.isArray(plan?.chairs)) return;
  const chairs = plan.chairs.map((chair) => (chair.bot === from ? { ...chair, bot: to } : chair));
  keepPlan(JSON.stringify({ ...plan, chairs }));
}

export function keepPlan(plan: string): void {
  keep("device", PLAN, plan);
}
