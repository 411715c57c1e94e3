interface Group {
  main: number | null;
  rows: number[];
}

/**
 * Rows of one file that belong together share a key, wherever they are. The first that is no part, such as a
 * child, leads the group.
 */
export function groupRows() {
  const byKey = new Map<string, Group>();
  const groups: Group[] = [];

  function add(row: number, { keys, isPart }: { keys: string[]; isPart: boolean }): void {
    const known = keys.map((key) => byKey.get(key)).find((group) => group !== undefined);
    const group: Group = known ?? { main: null, rows: [] };
    if (known === undefined && keys.length > 0) groups.push(group);
    for (const key of keys) if (!byKey.has(key)) byKey.set(key, group);
    group.rows.push(row);
    if (!isPart) group.main ??= row;
  }

  /** The rows that do not lead their group. */
  function links(): { row: number; main: number }[] {
    return groups.flatMap(({ main, rows }) => {
      const leader = main ?? rows[0] ?? 0;
      return rows.filter((row) => row !== leader).map((row) => ({ row, main: leader }));
    });
  }

  return { add, links };
}
