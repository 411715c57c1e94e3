// Each file holds a connection to the database while it is read; the rest of the office needs some.
const mostAtOnce = 3;

let running = 0;
const waiting: (() => void)[] = [];

/** Waits until a file may be read; whoever took a turn ends it. */
export async function takeTurn(): Promise<void> {
  if (running < mostAtOnce) running += 1;
  else await new Promise<void>((go) => waiting.push(go));
}

/** Hands the turn on, or gives it back. */
export function endTurn(): void {
  const next = waiting.shift();
  if (next) next();
  else running -= 1;
}
