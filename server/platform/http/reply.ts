import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EndpointShape } from '#contract/endpoint.ts';
import * as z from 'zod/mini';
import { done, success } from '#contract/envelope.ts';
import { names, tagOf } from './version.ts';

export interface FileReply {
  name: string;
  /** A stream for a large file, with its size. */
  bytes: Buffer | Readable;
  size?: number;
  /** Saved rather than shown: what someone uploaded never becomes a page of ours. */
  isDownload?: boolean;
}

interface Counted {
  results: unknown;
  totalCount: number;
}

export type Answer = (
  request: FastifyRequest,
  reply: FastifyReply,
  result: unknown,
) => FastifyReply;

/**
 * How the endpoint answers. Replies are parsed too: a field that the contract does not list never
 * leaves the server.
 */
export function answering(endpoint: EndpointShape): Answer {
  const envelope = endpoint.reply && success(endpoint.reply);
  return (request, reply, result) => {
    void reply.status(endpoint.status ?? 200);
    if (endpoint.status === 204) return reply.send();
    if (endpoint.file !== undefined) return sendFile(reply, endpoint, result as FileReply);
    if (envelope === undefined) return reply.send(done.parse({ success: true }));
    const data = endpoint.counted ? counted(reply, result as Counted) : result;
    const body = z.parse<z.ZodMiniType<{ data?: unknown }>>(envelope, { success: true, data });
    const { versioned, versionedApart } = endpoint;
    const tag = versioned && tagOf({ versioned, versionedApart }, body.data);
    if (tag) void reply.header('etag', tag);
    if (tag && endpoint.method === 'GET' && names(request.headers['if-none-match'], tag)) {
      return reply.status(304).send();
    }
    return reply.send(body);
  };
}

function sendFile(
  reply: FastifyReply,
  { file, lasting }: EndpointShape,
  { name, bytes, size, isDownload = false }: FileReply,
): FastifyReply {
  if (file !== undefined) void reply.type(file);
  if (size !== undefined) void reply.header('content-length', size);
  if (lasting) void reply.header('cache-control', 'public, max-age=31536000, immutable');
  const manner = isDownload ? 'attachment' : 'inline';
  return reply.header('content-disposition', `${manner}; ${named(name)}`).send(bytes);
}

/** In plain letters for all, and as it is for those who read the second form. */
function named(name: string): string {
  const plain = name.replaceAll(/[^\w .()-]/g, '_');
  return plain === name
    ? `filename="${name}"`
    : `filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", '%27')}`;
}

function counted(reply: FastifyReply, { results, totalCount }: Counted): unknown {
  void reply.header('x-total-count', totalCount);
  return results;
}
