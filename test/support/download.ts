import type { EndpointShape } from '#contract/endpoint.ts';
import { callApi } from './call.ts';
import type { TestApp } from './app.ts';

/** The lines of a search that is downloaded as a file. */
export async function download<E extends EndpointShape>(
  app: TestApp,
  endpoint: E,
  body: object,
  token: string,
) {
  const reply = await callApi(app, endpoint, { body } as never, {
    token,
    headers: { accept: 'text/csv' },
  });
  return { ...reply, lines: reply.text.split('\r\n') };
}
