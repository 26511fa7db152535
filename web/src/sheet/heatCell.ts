/** One cell of a heat map: how warm (0: best, 4: coldest), what is written on it, whether a try ended there. */
export interface Warm {
  level: 0 | 1 | 2 | 3 | 4;
  text: string;
  mine: boolean;
  /** For readers. */
  label: string;
}
export type Heat = ReadonlyMap<string, Warm>;
