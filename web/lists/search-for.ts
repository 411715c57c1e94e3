/** The address of a list that is narrowed so, from the question mark on; nothing is left out. */
export function searchFor(filters: Readonly<Record<string, string | null>>): string {
  const given = Object.entries(filters).filter(
    (pair): pair is [string, string] => pair[1] !== null,
  );
  return `?${new URLSearchParams(given)}`;
}
