import type pg from 'pg';
import pino from 'pino';
import { readConfig } from '#server/config.ts';
import { openDb, openPool } from '#server/platform/db/pool.ts';
import { withIdempotencyKey } from '#server/platform/http/idempotency.ts';
import { startQueue } from '#server/platform/jobs/queue.ts';
import { mergeMembers } from '#server/features/duplicates/merge/merge-members.ts';
import { previewMerge } from '#server/features/duplicates/merge/preview-merge.ts';
import { undoMerge } from '#server/features/duplicates/merge/undo-merge.ts';
import { undoPayments } from '#server/features/payments/corrections/undo-payments.ts';
import { recordMembershipPayment } from '#server/features/renewals/membership-payment/record-membership-payment.ts';
import { continueImport } from '#server/features/imports/continue-import.ts';
import { continueStatement } from '#server/features/bank-statements/continue-statement.ts';
import { settleInvoice } from '#test/support/payments/settle.ts';
import type { RegistrationForm } from '#server/features/members/make-member.ts';
import { register } from '#server/features/registration/register.ts';
import { createMember } from '#server/features/members/create-member.ts';
import { sendRenewals } from '#server/features/renewals/bulk/send-renewals.ts';
import { applyRetention } from '#server/features/privacy/retention/apply-retention.ts';
import { runDaily } from '#server/features/renewals/daily/run-day.ts';
import type { Caller, Context } from '#server/context.ts';
import type { MemberForm } from './people.ts';
import { spawnJob } from './processes/spawn-job.ts';

/** Before the n-th statement, right after the commit is sent, or right after its reply. */
export type CrashOutcome = number | 'commitSent' | 'commitAnswered';

export interface CrashPoint {
  url: string;
  at: string;
  death: CrashOutcome;
  /** The connection holds this lock until the database has closed it. */
  lock: number;
  what:
    | { register: RegistrationForm }
    | { settle: string }
    | { create: MemberForm; by: Caller }
    | { record: string; by: Caller }
    | { undo: string; by: Caller }
    | { merge: [string, string]; by: Caller }
    | { undoMerge: string; by: Caller }
    | { runDay: true }
    | { applyRetention: { dataDir: string } }
    | { continueImport: string }
    | { continueStatement: string }
    | { sendRenewals: { by: Caller; selectedItems: string[] } };
}

/** Runs the command in a process that kills itself at the crash point. Returns whether it did. */
export async function runUntilCrash(point: CrashPoint): Promise<'killed' | 'completed'> {
  const [code, signal] = await spawnJob(import.meta.url, point).ended;
  if (signal === 'SIGKILL') return 'killed';
  if (code === 0) return 'completed';
  throw new Error(`the crash process exited with ${code}`);
}

/** Registers with an idempotency key as the browser does, so that the call can be repeated. */
export function registerOnce(ctx: Context, form: RegistrationForm): Promise<unknown> {
  const secret = new TextEncoder().encode('the same secret for the crashed run and its retry');
  return withIdempotencyKey(
    ctx,
    { call: 'register', key: form.email, input: form, secret },
    (inside) => register(inside, form),
  );
}

/** Adds a member with an idempotency key, as the browser does. */
export function createOnce(ctx: Context, form: MemberForm): Promise<unknown> {
  const secret = new TextEncoder().encode('the same secret for the crashed run and its retry');
  return withIdempotencyKey(
    ctx,
    { call: 'create', key: form.email, input: form, secret },
    (inside) => createMember(inside, form),
  );
}

/** Records a payment of a member with an idempotency key, as the browser does. */
export function recordOnce(ctx: Context, memberId: string): Promise<unknown> {
  const secret = new TextEncoder().encode('the same secret for the crashed run and its retry');
  return withIdempotencyKey(
    ctx,
    { call: 'record', key: memberId, input: { paidUntil: null }, secret },
    (inside) => recordMembershipPayment(inside, memberId, { paidUntil: null }),
  );
}

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('the process should have been killed');
}

/** Counts the statements of this connection and kills the process at the crash point. */
function countStatements(client: pg.PoolClient, death: CrashOutcome): void {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
  let count = 0;
  const counting = async (...args: unknown[]) => {
    count += 1;
    if (death === count) die();
    const answer = query(...args);
    const isCommit = args[0] === 'commit';
    if (isCommit && death === 'commitSent') die();
    await answer;
    if (isCommit && death === 'commitAnswered') die();
    return answer;
  };
  client.query = counting as typeof client.query;
}

async function runAndCrash({ url, at, death, lock, what }: CrashPoint): Promise<void> {
  const pool = openPool(url, 1);
  pool.on('connect', (client) => {
    void client.query('SELECT pg_advisory_lock($1)', [lock]);
    countStatements(client, death);
  });
  const log = pino({ level: 'silent' });
  const queue = await startQueue(url, log);
  const ctx: Context = { db: openDb(pool), queue, at: new Date(at), by: null };
  if ('register' in what) await registerOnce(ctx, what.register);
  else if ('create' in what) await createOnce({ ...ctx, by: what.by }, what.create);
  else if ('record' in what) await recordOnce({ ...ctx, by: what.by }, what.record);
  else if ('settle' in what) {
    await settleInvoice(ctx, { invoiceId: what.settle, source: 'payfast' });
  } else if ('undo' in what) {
    const ref = { kind: 'invoice', id: what.undo } as const;
    await undoPayments({ ...ctx, by: what.by }, ref, { reason: 'A mistake' });
  } else if ('merge' in what) {
    const [id, other] = what.merge;
    const { version } = await previewMerge(ctx, id, other);
    const choices = { with: other, version, openInvoice: 'kept' } as const;
    await mergeMembers({ ...ctx, by: what.by }, id, choices);
  } else if ('undoMerge' in what) await undoMerge({ ...ctx, by: what.by }, what.undoMerge);
  else if ('runDay' in what) await runDaily(ctx);
  else if ('continueImport' in what) await continueImport(ctx, what.continueImport);
  else if ('continueStatement' in what) await continueStatement(ctx, what.continueStatement);
  else if ('applyRetention' in what) {
    const config = readConfig({ DATA_DIR: what.applyRetention.dataDir });
    const ending = new AbortController().signal;
    await applyRetention({ ...ctx, clock: { now: () => ctx.at }, config, log, ending });
  } else await sendRenewals(ctx, what.sendRenewals.by, what.sendRenewals);
  process.exit(0);
}

if (import.meta.main) await runAndCrash(JSON.parse(process.argv[2] ?? '') as CrashPoint);
