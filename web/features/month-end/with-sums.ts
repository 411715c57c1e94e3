import type { Load } from '#web/lists/list-shape.ts';

/** Shows the sums of all matches, which come with the rows of the page. */
export function withSums<Row, Name extends string, Found>(
  search: Load<Row, Name>,
  show: (found: Found) => void,
): Load<Row, Name> {
  const load: Load<Row, Name> = async (body, signal) => {
    const found = await search(body, signal);
    show(found as Found);
    return found;
  };
  load.file = search.file;
  return load;
}
