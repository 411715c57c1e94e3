import type { AppDeps } from '#server/app-deps.ts';
import type { Context } from '#server/context.ts';
import { findOpenRestore } from '#server/features/restores/queries.ts';
import { decryptSecret, encryptSecret } from '#server/platform/access/encrypt-secret.ts';
import type { Db } from '#server/platform/db/pool.ts';
import {
  namesOnServer,
  problemOf,
  type StoredKind,
  storedKinds,
  type StoredValues,
  withStored,
} from '#server/stored-config.ts';

export type StoredDeps = Pick<AppDeps, 'db' | 'config'> & { secret: Uint8Array | null };

/** What is stored of a kind, and why it is not used. */
export interface Stored {
  values: StoredValues | null;
  problem: string | null;
}

export const secretUseOf = (boundTo: StoredKind) =>
  ({ purpose: 'stored settings', boundTo }) as const;

/** A wrong one never stops a start: it is not used, and its page and System Check say so. */
export async function readStored(
  { db, config, secret }: StoredDeps,
  kind: StoredKind,
): Promise<Stored> {
  const row = await db
    .selectFrom('stored_settings')
    .select('encrypted')
    .where('kind', '=', kind)
    .executeTakeFirst();
  if (row === undefined) return { values: null, problem: null };
  const opened = secret && decryptSecret(secret, secretUseOf(kind), row.encrypted);
  if (!opened) return { values: null, problem: otherKey };
  const values = JSON.parse(Buffer.from(opened).toString('utf8')) as StoredValues;
  if ((await findOpenRestore(db)) !== null) return { values, problem: afterRestore };
  return { values, problem: problemOf(config, values) };
}

const otherKey =
  'It was stored with the key of another installation, so it cannot be read. Enter it again.';
const afterRestore =
  'This installation was restored from a backup, and may be a copy. It is used again when an administrator has answered the notice about the restore.';

/** Encrypted. `null` removes it. */
export async function store(
  { db, at, by }: Context,
  secret: Uint8Array,
  { kind, values }: { kind: StoredKind; values: StoredValues | null },
): Promise<void> {
  if (values === null) {
    await db.deleteFrom('stored_settings').where('kind', '=', kind).execute();
    return;
  }
  const encrypted = encryptSecret(secret, secretUseOf(kind), Buffer.from(JSON.stringify(values)));
  const row = { encrypted, changed_at: at, changed_by: by?.userId ?? '' };
  await db
    .insertInto('stored_settings')
    .values({ kind, ...row })
    .onConflict((at) => at.column('kind').doUpdateSet(row))
    .execute();
}

/** One change at a time, also the first one. */
export function lockStored(db: Db): Promise<{ id: string }> {
  return db.selectFrom('company_info').select('id').forUpdate().executeTakeFirstOrThrow();
}

/** Makes the settings of this process those of the environment and, where it has none, those that are stored. */
export async function applyStored(deps: StoredDeps): Promise<void> {
  let used: StoredValues = {};
  for (const kind of storedKinds) {
    if (namesOnServer(deps.config, kind).length > 0) continue;
    const { values, problem } = await readStored(deps, kind);
    if (values !== null && problem === null) used = { ...used, ...values };
  }
  const next = JSON.stringify(used);
  if (next === applied.get(deps.config)) return;
  applied.set(deps.config, next);
  const { payfast, ...others } = withStored(deps.config, used);
  // In place, because parts of the application hold them.
  Object.assign(deps.config, others);
  Object.assign(deps.config.payfast, payfast);
}

/** What was applied last. */
const applied = new WeakMap<AppDeps['config'], string>();

/** Another process may have changed them. */
const everyMs = 5000;

/** Answers how to end it. */
export async function watchStored(deps: AppDeps): Promise<() => void> {
  await applyStored(deps);
  const timer = setInterval(() => {
    applyStored(deps).catch((error: unknown) =>
      deps.log.debug({ err: error }, 'the stored settings could not be read'),
    );
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
