import type { EndpointShape } from '#contract/endpoint.ts';
import { callApi } from './call.ts';
import type { TestApp } from './app.ts';

/** What a search answers as a file, line by line. */
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
