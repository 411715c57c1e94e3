import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { done, success } from '#contract/envelope.ts';
import type { BodyOf, EndpointShape, ParamsOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import { largestBody } from '../payfast/fields.ts';
import { Refused, sentences } from '../errors.ts';
import type { Caller, Work } from '../work.ts';
import { clientOf, plainAddress } from './guard/client-of.ts';
import { once } from './idempotency.ts';
import { parse, readBytes, readJson } from './read-json.ts';
import { routeSchema } from './route-schema.ts';
import type { Site } from './site.ts';
import { names, tagOf } from './version.ts';

/** What a verb's route is handed: the parsed input, and the work to do it with. */
export interface Call<E extends EndpointShape> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  work: Work;
  /** The record's tag that the form was filled from, if it says so. */
  ifMatch: string | undefined;
  /** The body as it came, when the endpoint is raw. */
  bytes: Buffer;
  /** Where the call comes from, as limits count it. */
  client: string;
  /** The address itself. */
  ip: string;
}

export interface FileReply {
  name: string;
  bytes: Buffer;
}

type Result<E extends EndpointShape> = E extends { file: string }
  ? FileReply
  : E extends { counted: true }
    ? { results: ReplyOf<E>; totalCount: number }
    : ReplyOf<E> extends undefined
      ? void
      : ReplyOf<E>;

interface Counted {
  results: unknown;
  totalCount: number;
}

export type Serve = <E extends EndpointShape>(
  endpoint: E,
  verb: (call: Call<E>) => Promise<Result<E>>,
) => void;

/** The one way a call is served: session, access, input, verb, reply, status. */
export function serveOn(app: FastifyInstance, site: Site): Serve {
  return (endpoint, verb) => {
    const shape: EndpointShape = endpoint;
    app.route({
      method: shape.method,
      url: `/api${shape.path}`,
      schema: routeSchema(shape),
      config: { endpoint: shape },
      ...(shape.raw === undefined ? {} : { bodyLimit: largestBody }),
      onRequest: async (request) => {
        request.caller = await admit(site, shape, request);
      },
      handler: async (request, reply) => {
        const call = read(site, shape, request);
        const effect = (work: Work) => verb({ ...call, work } as never) as Promise<unknown>;
        const key = shape.idempotent ? request.headers['idempotency-key'] : undefined;
        const result =
          key === undefined
            ? await effect(call.work)
            : await once(
                call.work,
                {
                  call: `${shape.method} ${shape.path}`,
                  key,
                  input: [call.params, call.body],
                  secret: site.secret,
                },
                effect,
              );
        return answer(shape, request, reply, result);
      },
    });
  };
}

/** Who is calling, if they may make this call. A public call ignores a bad token. Rules §1, §3. */
async function admit(
  site: Site,
  endpoint: EndpointShape,
  request: FastifyRequest,
): Promise<Caller | null> {
  const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const caller = token === undefined ? null : await site.authenticate(token, site.clock.now());
  if (endpoint.access === 'anyone') return caller;
  if (caller === null) throw new Refused('signedOut', sentences.signedOut);
  const allowed =
    caller.role === 'Admin' || (caller.role === 'Member' && endpoint.access === 'signedIn');
  if (!allowed) throw new Refused('forbidden', sentences.forbidden);
  return caller;
}

function read(site: Site, endpoint: EndpointShape, request: FastifyRequest) {
  return {
    params: parse(endpoint.params, request.params),
    query: parse(endpoint.query, request.query),
    body: endpoint.body === undefined ? undefined : parse(endpoint.body, readJson(request)),
    work: { db: site.db, queue: site.queue, at: site.clock.now(), by: request.caller },
    ifMatch: request.headers['if-match'],
    bytes: endpoint.raw === undefined ? Buffer.alloc(0) : readBytes(request, endpoint.raw),
    client: clientOf(request),
    ip: plainAddress(request.ip),
  };
}

/** Replies are parsed too: what the contract does not list never leaves. */
function answer(
  endpoint: EndpointShape,
  request: FastifyRequest,
  reply: FastifyReply,
  result: unknown,
) {
  void reply.status(endpoint.status ?? 200);
  if (endpoint.status === 204) return reply.send();
  if (endpoint.file !== undefined) {
    const { name, bytes } = result as FileReply;
    return reply
      .type(endpoint.file)
      .header('content-disposition', `inline; filename="${name}"`)
      .send(bytes);
  }
  if (endpoint.reply === undefined) return reply.send(done.parse({ success: true }));
  const data = endpoint.counted ? counted(reply, result as Counted) : result;
  const body = success(endpoint.reply).parse({ success: true, data });
  const tag = endpoint.versioned && tagOf(endpoint.versioned, body.data);
  if (tag) void reply.header('etag', tag);
  if (tag && endpoint.method === 'GET' && names(request.headers['if-none-match'], tag)) {
    return reply.status(304).send();
  }
  return reply.send(body);
}

function counted(reply: FastifyReply, { results, totalCount }: Counted): unknown {
  void reply.header('x-total-count', totalCount);
  return results;
}
