import type * as z from 'zod/mini';
import type { EndpointShape } from '#contract/endpoint.ts';
import { call } from '#web/api/call.ts';
import { codeLater } from '#web/app/router/code-later.ts';
import type { FilterValue, Results, Load, Paging } from './list-shape.ts';

interface SearchEndpoint<Body, Row> extends EndpointShape {
  body: z.ZodMiniType<unknown, Body>;
  reply: z.ZodMiniType<Results<Row>>;
}

type FilterNames<Body> = Exclude<keyof Body & string, keyof Paging>;

/** Few download a list, so the code comes when it is asked for. */
export const downloadLater = codeLater(
  async () => (await import('#web/api/download.ts')).downloadList,
);

/** Loads a list from its search endpoint; `always` are fixed filters of the page. */
export function searching<Body, Row>(
  endpoint: SearchEndpoint<Body, Row>,
  always?: Readonly<Partial<Record<FilterNames<Body>, FilterValue>>>,
): Load<Row, FilterNames<Body>> {
  const load: Load<Row, FilterNames<Body>> = (body, signal) => {
    // The names are type-checked; the server checks the values.
    const filled = { ...body, ...always } as Body;
    return call(endpoint, { body: filled, signal });
  };
  if (endpoint.csv) {
    load.file = async (format, body) =>
      (await downloadLater.fetch())(endpoint, format, { ...body, ...always });
  }
  return load;
}
