import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CompiledQuery } from 'kysely';
import type { EndpointShape } from '#contract/endpoint.ts';
import { success } from '#contract/envelope.ts';
import type { Listing } from '#server/platform/db/lists/listing.ts';
import { swift } from './swift.ts';

/** As many as there are columns to sort by, and more: a script that asks for all lengths fills no memory. */
const mostKept = 50;

/**
 * How a list's endpoint answers a page. The first page of a whole list, which an office asks for
 * all day, is kept as it was sent, for as long as the database holds exactly what it held before it
 * was read; whoever signs in, writes, or ends a session ends that. Decision 30.
 */
export function answeringPages(endpoint: EndpointShape) {
  const envelope = endpoint.reply && swift(success(endpoint.reply));
  const kept = new Map<CompiledQuery, string>();
  let keptAsOf: string | undefined;

  return async (
    { session }: FastifyRequest,
    reply: FastifyReply,
    list: Listing<object>,
  ): Promise<FastifyReply> => {
    const { firstPage } = list;
    const asOf = session?.asOf;
    void reply.type('application/json; charset=utf-8');
    const isForAll = firstPage !== undefined && session?.caller.role === 'Admin';
    const known = isForAll && asOf === keptAsOf ? kept.get(firstPage) : undefined;
    if (known !== undefined) return reply.send(known);
    const text = JSON.stringify(envelope?.({ success: true, data: await list.page() }));
    if (isForAll) {
      // Read after the look at the session: at least as new as what is told of it.
      if (asOf !== keptAsOf || kept.size >= mostKept) kept.clear();
      keptAsOf = asOf;
      kept.set(firstPage, text);
    }
    return reply.send(text);
  };
}
