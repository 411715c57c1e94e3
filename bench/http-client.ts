import { Agent, request } from 'node:http';
import type { EndpointShape } from '#contract/endpoint.ts';

export interface Call {
  method: string;
  path: string;
  body?: string;
  token?: string;
  /** `application/json` if left out. */
  type?: string;
}

export interface Reply {
  status: number;
  body: Buffer;
  milliseconds: number;
}

export type Client = ReturnType<typeof openClient>;

/** A client with open connections. Rate limits see it as one of its own by its loopback address. */
export function openClient(port: number, localAddress = '127.0.0.1') {
  const agent = new Agent({ keepAlive: true, localAddress });
  return {
    close: () => agent.destroy(),
    send({ method, path, body = '', token, type = 'application/json' }: Call): Promise<Reply> {
      const start = performance.now();
      const headers = {
        'content-type': type,
        'content-length': Buffer.byteLength(body),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      };
      return new Promise((resolve, reject) => {
        const sent = request({ host: '127.0.0.1', port, method, path, headers, agent }, (reply) => {
          const pieces: Buffer[] = [];
          reply.on('data', (piece: Buffer) => pieces.push(piece));
          reply.on('error', reject);
          reply.on('end', () =>
            resolve({
              status: reply.statusCode ?? 0,
              body: Buffer.concat(pieces),
              milliseconds: performance.now() - start,
            }),
          );
        });
        sent.on('error', reject);
        sent.end(body);
      });
    },
  };
}

/** The call of an endpoint. `params` replaces what its path names, such as `:id`. */
export function callOf(
  { method, path }: EndpointShape,
  { params = {}, body, token }: { params?: Record<string, string>; body?: object; token?: string },
): Call {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '');
  return {
    method,
    path: `/api${filled}`,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(token === undefined ? {} : { token }),
  };
}

/** The loopback addresses from 127.0.1.1, for as many clients. */
export function addressOf(n: number): string {
  return `127.0.${1 + Math.floor(n / 250)}.${1 + (n % 250)}`;
}

export function dataOf<T>({ body }: Reply): T {
  return (JSON.parse(body.toString()) as { data: T }).data;
}
