import { createHook } from 'node:async_hooks';

/** Argon2 runs as native work, which its binding gives no name. */
export async function countHashings(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const hook = createHook({
    init(_id, type) {
      if (type === 'undefined') count += 1;
    },
  }).enable();
  await work();
  hook.disable();
  return count;
}
