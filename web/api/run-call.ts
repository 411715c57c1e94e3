type Run = <T>(effect: () => Promise<T>) => Promise<T>;

const plainly: Run = (effect) => effect();
let run = plainly;

/** Calls the server. The pages behind the sign-in add that a call may need the password first. */
export const runCall: Run = (effect) => run(effect);

/** Answers how to return to plain calls. */
export function runCallsWith(another: Run): () => void {
  run = another;
  return () => {
    run = plainly;
  };
}
