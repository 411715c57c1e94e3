import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import pino from 'pino';
import { openDb, openPool } from '#server/platform/db/pool.ts';
import { withIdempotencyKey } from '#server/platform/http/idempotency.ts';
import { startQueue } from '#server/platform/jobs/queue.ts';
import { undoInvoicePayment } from '#server/features/payments/corrections/undo-invoice-payment.ts';
import { settleInvoice } from '#server/features/payments/settle-invoice.ts';
import type { RegistrationForm } from '#server/features/members/make-member.ts';
import { register } from '#server/features/registration/register.ts';
import { createMember } from '#server/features/members/create-member.ts';
import { sendRenewals } from '#server/features/renewals/bulk/send-renewals.ts';
import { runDaily } from '#server/features/renewals/daily/run-day.ts';
import type { Caller, Context } from '#server/context.ts';
import type { MemberForm } from './people.ts';

/** Before the n-th statement, or just after the commit was sent, or just after it was answered. */
export type CrashOutcome = number | 'commitSent' | 'commitAnswered';

export interface CrashPoint {
  url: string;
  at: string;
  death: CrashOutcome;
  /** Held by the connection as long as the database serves it: whoever gets it knows the end. */
  lock: number;
  what:
    | { register: RegistrationForm }
    | { settle: string }
    | { create: MemberForm; by: Caller }
    | { undo: string; by: Caller }
    | { runDay: true }
    | { sendRenewals: { by: Caller; selectedItems: string[] } };
}

/** Runs the verb in a process that kills itself at that moment; answers whether it did. */
export async function runUntilCrash(doom: CrashPoint): Promise<'killed' | 'completed'> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), JSON.stringify(doom)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      if (signal === 'SIGKILL') resolve('killed');
      else if (code === 0) resolve('completed');
      else reject(new Error(`the doomed process ended by itself with ${code}`));
    });
  });
}

/** As the browser registers: under a key, so that it may be asked again after anything. */
export function registerOnce(ctx: Context, form: RegistrationForm): Promise<unknown> {
  const secret = new TextEncoder().encode('the same for the doomed and for who comes after');
  return withIdempotencyKey(
    ctx,
    { call: 'register', key: form.email, input: form, secret },
    (inside) => register(inside, form),
  );
}

/** As the browser enters a member: under a key. */
export function createOnce(ctx: Context, form: MemberForm): Promise<unknown> {
  const secret = new TextEncoder().encode('the same for the doomed and for who comes after');
  return withIdempotencyKey(
    ctx,
    { call: 'create', key: form.email, input: form, secret },
    (inside) => createMember(inside, form),
  );
}

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('dead processes do not come here');
}

/** Counts what this connection is asked, and dies at the moment. */
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

async function meetDoom({ url, at, death, lock, what }: CrashPoint): Promise<void> {
  const pool = openPool(url, 1);
  pool.on('connect', (client) => {
    void client.query('SELECT pg_advisory_lock($1)', [lock]);
    countStatements(client, death);
  });
  const queue = await startQueue(url, pino({ level: 'silent' }));
  const ctx: Context = { db: openDb(pool), queue, at: new Date(at), by: null };
  if ('register' in what) await registerOnce(ctx, what.register);
  else if ('create' in what) await createOnce({ ...ctx, by: what.by }, what.create);
  else if ('settle' in what) {
    await settleInvoice(ctx, { invoiceId: what.settle, source: 'payfast' });
  } else if ('undo' in what) {
    await undoInvoicePayment({ ...ctx, by: what.by }, what.undo, 'A mistake');
  } else if ('runDay' in what) await runDaily(ctx);
  else await sendRenewals(ctx, what.sendRenewals.by, what.sendRenewals);
  process.exit(0);
}

if (import.meta.main) await meetDoom(JSON.parse(process.argv[2] ?? '') as CrashPoint);
