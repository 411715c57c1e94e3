/** What was answered of commands that have the same key. */
interface Outcome {
  answered: number;
  /** Nobody knows whether it happened. */
  unanswered: number;
  refused: number;
}

export type Commands = ReturnType<typeof openCommands>;

/** Counts how commands were answered, so that the database can be compared with it. */
export function openCommands() {
  const outcomes = new Map<string, Outcome>();
  /** Answers that are neither a success nor a refusal. */
  const failures: string[] = [];

  const add = (key: string, what: keyof Outcome) => {
    const outcome = outcomes.get(key) ?? { answered: 0, unanswered: 0, refused: 0 };
    outcomes.set(key, { ...outcome, [what]: outcome[what] + 1 });
  };

  async function run(key: string, call: () => Promise<number>): Promise<void> {
    const status = await call().catch(() => null);
    if (status === null || status === 503) add(key, 'unanswered');
    else if (status >= 200 && status < 300) add(key, 'answered');
    else if (status >= 400 && status < 500) add(key, 'refused');
    else failures.push(`${key}: ${status}`);
  }

  const total = (of: keyof Outcome) =>
    [...outcomes.values()].reduce((sum, outcome) => sum + outcome[of], 0);

  /** How many commands of each kind were answered. */
  function kinds(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const [key, { answered }] of outcomes) {
      const kind = key.split(/[- ]/)[0] ?? key;
      counts[kind] = (counts[kind] ?? 0) + answered;
    }
    return counts;
  }

  /** Each answered command is there once. One without an answer is there once or not at all, and a refused one is not. */
  function compare(stored: ReadonlyMap<string, number>) {
    const wrong = [...outcomes].flatMap(([key, { answered, unanswered }]) => {
      const count = stored.get(key) ?? 0;
      const isRight = count >= answered && count <= answered + unanswered;
      return isRight ? [] : [`${key}: ${count} times, ${answered} answered, ${unanswered} not`];
    });
    return wrong;
  }

  return { run, total, kinds, compare, failures };
}
