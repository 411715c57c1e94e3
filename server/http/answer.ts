import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EndpointShape } from '#contract/endpoint.ts';
import { done, success } from '#contract/envelope.ts';
import { names, tagOf } from './version.ts';

export interface FileReply {
  name: string;
  bytes: Buffer;
}

interface Counted {
  results: unknown;
  totalCount: number;
}

/** Replies are parsed too: what the contract does not list never leaves. */
export function answer(
  endpoint: EndpointShape,
  request: FastifyRequest,
  reply: FastifyReply,
  result: unknown,
) {
  void reply.status(endpoint.status ?? 200);
  if (endpoint.status === 204) return reply.send();
  if (endpoint.file !== undefined) {
    const { name, bytes } = result as FileReply;
    if (endpoint.lasting) void reply.header('cache-control', 'public, max-age=31536000, immutable');
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
