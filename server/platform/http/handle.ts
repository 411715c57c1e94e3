import { rolesAllow } from '#contract/permissions.ts';
import { isStaff, memberRole, rolesOf } from '#contract/roles.ts';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { idleMessage, signedInHeader, unattendedHeader } from '#contract/auth/session-end.ts';
import type { BodyOf, EndpointShape, ParamsOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import { twoStepTexts } from '#contract/auth/two-step.ts';
import type { Listing } from '#server/platform/db/lists/listing.ts';
import type { ReceivedFile } from '#server/platform/uploads/private-files.ts';
import { largestBody as largestForm } from '#server/platform/payfast/fields.ts';
import { assertProved } from '#server/platform/access/assert-proved.ts';
import { Refused, sentences } from '#server/errors.ts';
import type { Caller, Context } from '#server/context.ts';
import { answering, type FileReply } from './reply.ts';
import { openCallLimits } from './security/call-limits.ts';
import { withIdempotencyKey } from './idempotency.ts';
import {
  type AnyCall,
  type Begin,
  type BegunFile,
  openFileTurns,
  openInput,
  readCall,
  takesFile,
  withFile,
} from './read-call.ts';
import { leaveBodies } from './read-json.ts';
import { routeSchema } from './route-schema.ts';
import { formatOf, sendList } from './csv/send-list.ts';
import type { AppDeps } from '#server/app-deps.ts';

/** The arguments of a route handler: the parsed input and the context. */
export interface Call<E extends EndpointShape> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  ctx: Context;
  /** The record's tag that the form was filled from, if it says so. */
  ifMatch: string | undefined;
  /** The body as it came, when the endpoint is raw. */
  bytes: Buffer;
  /** The file that came, when the endpoint takes one. It is deleted when the call ends. */
  file: ReceivedFile;
  /** Aborted when the client has left, for work that nobody would read. */
  untilLeft: () => AbortSignal;
  /** Where the call comes from, as limits count it. */
  client: string;
  /** The address itself. */
  ip: string;
  /** What `prepare` answered. */
  prepared: string | undefined;
}

type Result<E extends EndpointShape> = E extends { file: string }
  ? FileReply
  : E extends { csv: object }
    ? Listing<RowOf<ReplyOf<E>>>
    : E extends { counted: true }
      ? { results: ReplyOf<E>; totalCount: number }
      : ReplyOf<E> extends undefined
        ? void
        : ReplyOf<E>;

type RowOf<R> = R extends { results: readonly (infer Row)[] } ? Row : never;

export type Serve = <E extends EndpointShape>(
  endpoint: E,
  verb: (call: Call<E>) => Result<E> | Promise<Result<E>>,
  steps?: Steps<E>,
) => void;

/** What is done before the verb. */
interface Steps<E extends EndpointShape> {
  /** Slow work that must not be done in a transaction, which an idempotency key begins before the verb. */
  prepare?: (call: Omit<Call<E>, 'prepared'>) => Promise<string>;
  /**
   * Throws for a visitor whose file must not be read. The fields are those before the file in the form. Only then the
   * call takes a turn.
   */
  beforeFile?: (call: Pick<Call<E>, 'ctx' | 'body'>) => Promise<BegunFile>;
}

/** A session that was read longer ago than this is read again when the body has arrived. */
const freshMs = 1000;

/** Serves every endpoint: session, access, input, limit, handler, reply, status. */
export function registerEndpoints(app: FastifyInstance, deps: AppDeps): Serve {
  const assertWithinLimit = openCallLimits(deps);
  const turns = openFileTurns();
  return (endpoint, verb, { prepare, beforeFile } = {}) => {
    const shape: EndpointShape = endpoint;
    const answer = answering(shape);
    const route: RouteOptions = {
      method: shape.method,
      url: `/api${shape.path}`,
      schema: routeSchema(shape),
      config: { endpoint: shape },
      ...limitOf(shape),
      // It is packed or encrypted already, and a download shows its size.
      ...(shape.file === 'application/octet-stream' ? { compress: false } : {}),
      onRequest: async (request) => {
        request.caller = await admit(deps, shape, request);
      },
      handler: async (request, reply) => {
        const input = openInput(deps, shape, request, reply);
        const assertLimit = () => assertWithinLimit(shape, input.ctx);
        if (!takesFile(shape)) return serveCall(request, reply, await readCall(input, assertLimit));
        const receive = (begin: Begin) =>
          withFile(input, { assertLimit, begin }, (call) => serveCall(request, reply, call));
        if (beforeFile === undefined) return turns.ofUser(input, () => receive(async () => {}));
        return receive(async (early) => {
          const { record, end } = await beforeFile(early as never);
          const endTurn = await turns.takeVisitors(input, record).catch((error: unknown) => {
            end();
            throw error;
          });
          return () => {
            endTurn();
            end();
          };
        });
      },
    };

    async function serveCall(request: FastifyRequest, reply: FastifyReply, received: AnyCall) {
      const call = { ...received, ctx: await admitAgain(deps, shape, request, received.ctx) };
      const prepared = await prepare?.(call as never);
      const effect = async (ctx: Context): Promise<unknown> =>
        verb({ ...call, ctx, prepared } as never);
      if (request.method === 'HEAD') {
        return answer(request, reply, await withoutEffect(call.ctx, effect));
      }
      const key = shape.idempotent ? request.headers['idempotency-key'] : undefined;
      const result =
        key === undefined
          ? await effect(call.ctx)
          : await withIdempotencyKey(
              call.ctx,
              {
                call: `${shape.method} ${shape.path}`,
                key,
                input: [call.params, call.body],
                secret: deps.secret,
              },
              effect,
            );
      if (shape.csv === undefined) return answer(request, reply, result);
      const list = result as Listing<object>;
      const format = formatOf(request);
      if (format === undefined) return answer(request, reply, await list.page());
      await deps.recordDownload(call.ctx, shape.csv.name);
      return sendList(reply, { ...shape.csv, format }, list, call.ctx.at);
    }
    if (takesFile(shape)) void app.register((inside) => routeFile(inside, route, shape));
    else app.route(route);
  };
}

/** A HEAD request gets the headers of a GET and changes nothing: what the GET writes is rolled back. */
async function withoutEffect(ctx: Context, effect: (ctx: Context) => Promise<unknown>) {
  const db = await ctx.db.startTransaction().execute();
  try {
    return await effect({ ...ctx, db });
  } finally {
    await db.rollback().execute();
  }
}

/** Where a body may be larger, or must be smaller, than everywhere else. */
function limitOf({ raw, largestBody }: EndpointShape): { bodyLimit?: number } {
  const bodyLimit = raw === undefined ? largestBody : largestForm;
  return bodyLimit === undefined ? {} : { bodyLimit };
}

/** Only there a form with a file is understood: everywhere else it is as wrong as any other type. */
async function routeFile(
  app: FastifyInstance,
  route: RouteOptions,
  { upload }: EndpointShape,
): Promise<void> {
  if (upload === undefined) leaveBodies(app);
  else await app.register(multipart);
  app.route(route);
}

function allowsCall({ role }: Caller, { access, permission }: EndpointShape): boolean {
  const roles = rolesOf(role);
  if (!isStaff(roles)) return role === memberRole && access === 'signedIn';
  // Declared without both, a call is for nobody.
  return (access ?? permission) !== undefined && rolesAllow(roles, permission);
}

/** The body may have been held back until the caller lost a role, or the session ended. product-rules 3.23. */
async function admitAgain(
  deps: AppDeps,
  endpoint: EndpointShape,
  request: FastifyRequest,
  ctx: Context,
): Promise<Context> {
  if (performance.now() - request.admittedAt < freshMs) return ctx;
  return { ...ctx, by: await admit(deps, endpoint, request) };
}

/** Returns the permitted caller. A public endpoint ignores an invalid token. product-rules 1.12, 3.2. */
async function admit(
  deps: AppDeps,
  endpoint: EndpointShape,
  request: FastifyRequest,
): Promise<Caller | null> {
  request.admittedAt = performance.now();
  const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const isUse = request.headers[unattendedHeader] === undefined;
  const found =
    token === undefined ? null : await deps.authenticate(token, deps.clock.now(), isUse);
  const caller = found === 'idle' ? null : found;
  const isTwoStepDue = caller?.isTwoStepDue === true && !endpoint.beforeTwoStep;
  const isPublic = endpoint.access === 'anyone';
  if (caller === null && (!isPublic || request.headers[signedInHeader] !== undefined)) {
    throw new Refused('signedOut', found === 'idle' ? idleMessage : sentences.signedOut);
  }
  if (caller === null || isPublic) return isTwoStepDue ? null : caller;
  if (!allowsCall(caller, endpoint)) throw new Refused('forbidden', sentences.forbidden);
  if (isTwoStepDue) throw new Refused('forbidden', twoStepTexts.notSetUp);
  if (endpoint.proof === 'always') assertProved({ at: deps.clock.now(), by: caller });
  return caller;
}
