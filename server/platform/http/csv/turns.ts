// Each file holds a database connection while it is read, and other requests need some too.
const mostAtOnce = 3;

let running = 0;
const waiting: (() => void)[] = [];

/** Waits until a file may be read. The caller must end its turn. */
export async function takeTurn(): Promise<void> {
  if (running < mostAtOnce) running += 1;
  else await new Promise<void>((go) => waiting.push(go));
}

/** Passes the turn to the next waiter, or releases it. */
export function endTurn(): void {
  const next = waiting.shift();
  if (next) next();
  else running -= 1;
}
