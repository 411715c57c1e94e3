/** In one statement. */
const batch = 1000;

export async function inBatches(
  ids: readonly string[],
  run: (ids: string[]) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < ids.length; from += batch) await run(ids.slice(from, from + batch));
}
