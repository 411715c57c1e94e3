import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EndpointShape } from '#contract/endpoint.ts';
import type { AppDeps } from '#server/app-deps.ts';
import type { Context } from '#server/context.ts';
import { Refused, sentences } from '#server/errors.ts';
import { openTurns, openTurnTaking } from '#server/platform/concurrency/turns.ts';
import type { ReceivedFile } from '#server/platform/uploads/private-files.ts';
import { deviceOf } from './device-of.ts';
import { parse, readBody, readBytes } from './read-json.ts';
import { withBytes, withUpload } from './read-upload.ts';
import { clientOf, netsOf, plainAddress } from './security/client-of.ts';

export function takesFile({ upload, bytes }: EndpointShape): boolean {
  return upload !== undefined || bytes !== undefined;
}

/**
 * Files that are received at once, on disk. Uploads that stall hold those of their own caller. What needs a permission
 * has places that nobody else takes. product-rules 1.31.
 */
export function openFileTurns() {
  const visitors = openPlaces({ atOnce: 100, mostWaiting: 40 });
  const members = openPlaces({ atOnce: 100, mostWaiting: 40, mostOfCaller: 2 });
  const office = openTurns({ atOnce: 20, mostWaiting: 40, mostOfCaller: 2 });
  return {
    async ofUser<T>(input: Input, effect: () => Promise<T>): Promise<T> {
      const { endpoint, ctx, client, left } = input;
      const caller = ctx.by?.userId ?? client;
      if (endpoint.permission !== undefined) return office(caller, effect, left);
      const leave = await members(input, caller);
      try {
        return await effect();
      } finally {
        leave();
      }
    },
    /** A place for a file about this record. Answers how to leave it. */
    takeVisitors: (input: Input, record: string): Promise<() => void> => visitors(input, record),
  };
}

/** One client, its line and its site have less than all places. Answers how to leave the place. */
function openPlaces(limits: Parameters<typeof openTurnTaking>[0]) {
  const all = openTurnTaking(limits);
  const nets = [10, 20, 30].map((mostOfCaller) =>
    openTurnTaking({ atOnce: Infinity, mostWaiting: 40, mostOfCaller }),
  );
  return async ({ client, left }: Input, caller: string): Promise<() => void> => {
    const ends: (() => void)[] = [];
    const endAll = () => {
      for (const end of ends) end();
    };
    try {
      for (const [place, { net }] of netsOf(client).entries()) {
        const take = nets[place];
        if (take) ends.push(await take(net, left));
      }
      ends.push(await all(caller, left));
    } catch (error) {
      endAll();
      throw error;
    }
    return endAll;
  };
}

type Input = ReturnType<typeof openInput>;

/** What is known of a call before its body is read. */
export function openInput(
  deps: AppDeps,
  endpoint: EndpointShape,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const client = clientOf(request);
  const ctx: Context = {
    db: deps.db,
    queue: deps.queue,
    at: deps.clock.now(),
    by: request.caller,
    origin: { client, device: deviceOf(request.headers['user-agent']) },
    limitsMails: deps.config.rateLimits,
  };
  return { endpoint, request, ctx, client, left: untilLeft(reply) };
}

const noFile: ReceivedFile = { path: '', size: 0 };

export type AnyCall = Awaited<ReturnType<typeof readCall>>;

/** Calls count if their input is valid. */
export async function readCall(input: Input, assertLimit: () => Promise<void>) {
  const { endpoint, request } = input;
  const { raw } = endpoint;
  const params = parse(endpoint.params, request.params);
  const query = parse(endpoint.query, request.query);
  const body = parse(endpoint.body, readBody(endpoint, request));
  await assertLimit();
  const bytes = raw === undefined ? Buffer.alloc(0) : readBytes(request, raw);
  return callOf(input, { params, query, body, bytes, file: noFile });
}

/** What a visitor's file is about, and what to do after the call. */
export interface BegunFile {
  record: string;
  end: () => void;
}

/** Before the file of a form. Answers what to do after the call. */
export type Begin = (early: { ctx: Context; body: unknown }) => Promise<(() => void) | void>;

interface FileSteps {
  assertLimit: () => Promise<void>;
  begin: Begin;
}

/** Calls with a form count at once, because the files of many would fill the disk. */
export async function withFile<T>(
  input: Input,
  { assertLimit, begin }: FileSteps,
  effect: (call: AnyCall) => Promise<T>,
): Promise<T> {
  const { endpoint, request, ctx } = input;
  const { upload, bytes } = endpoint;
  if (upload !== undefined) await assertLimit();
  const params = parse(endpoint.params, request.params);
  const query = parse(endpoint.query, request.query);
  const empty = Buffer.alloc(0);
  if (upload === undefined) {
    await assertLimit();
    return withBytes(request, bytes?.largest ?? 0, (file) =>
      effect(callOf(input, { params, query, body: undefined, bytes: empty, file })),
    );
  }
  return withUpload(
    { request, left: input.left },
    upload,
    async (early) => begin({ ctx, body: parse(endpoint.body, early) }),
    async ({ fields, file }) => {
      const body = parse(endpoint.body, fields);
      return effect(callOf(input, { params, query, body, bytes: empty, file }));
    },
  );
}

interface Parts {
  params: unknown;
  query: unknown;
  body: unknown;
  bytes: Buffer;
  file: ReceivedFile;
}

function callOf({ request, ctx, client, left }: Input, parts: Parts) {
  const ip = plainAddress(request.ip);
  return { ...parts, ctx, client, ip, untilLeft: () => left, ifMatch: request.headers['if-match'] };
}

function untilLeft({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController();
  // Nobody reads this sentence.
  const leave = () => left.abort(new Refused('unavailable', sentences.badRequest));
  if (raw.destroyed) leave();
  raw.once('close', () => {
    if (!raw.writableFinished) leave();
  });
  return left.signal;
}
