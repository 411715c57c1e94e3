/** Concurrent calls with the same key share one run of `read`, so that a flood of them costs one at a time. */
export function sharing<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  return async (key) => {
    const run = running.get(key) ?? read(key).finally(() => running.delete(key));
    running.set(key, run);
    return run;
  };
}
