/** Percents choose amounts and rows, so that a step can be made in any books. */
export interface Picked {
  which: number;
  share: number;
}

export const pick = <T>(rows: T[], { which }: Picked): T | undefined =>
  rows[Math.floor((which / 100) * rows.length)];
/** A part of it, and sometimes more than all. */
export const part = (cents: number, { share }: Picked) =>
  Math.max(1, Math.round((cents * share) / 100)) / 100;
