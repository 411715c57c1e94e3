import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import { dayOf } from '#contract/days.ts';
import { membershipNumber } from '#contract/numbers.ts';
import type { AppDeps } from '#server/app-deps.ts';
import { firstLinkMs, hashToken } from '#server/features/auth/password-links.ts';
import { backupFolder } from '#server/features/backups/backup-deps.ts';
import {
  adoptListBeside,
  type ListBeside,
  readListBeside,
  storeFirstList,
  stampOfList,
} from '#server/features/backups/list-beside.ts';
import {
  readSecondFolder,
  storeSecondList,
} from '#server/features/backups/second-place/second-list.ts';

/** Below what an integer of the database holds, so that later changes can be counted. */
const mostTimes = 2_000_000_000;
/** What is adopted from a list leaves room below, so that the next change is listed with a higher number. */
const mostAdopted = 1_000_000_000;

const kinds = ['removed', 'password', 'email', 'twoStep', 'recoveryCodes', 'roles'] as const;

export type ListedRevocation = {
  user: string;
  what: (typeof kinds)[number];
  /** How often until now. The database counts it, too, in an integer. */
  times: number;
  /** The last one was noted on this day. */
  day: string;
};

/** What became invalid, beside the backups: an earlier backup that is restored would make it valid again. */
export const revocationList: ListBeside<ListedRevocation> = {
  name: 'revocations.jsonl',
  key: ['user', 'what'],
  texts: {
    user: '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}',
    what: kinds.join('|'),
    day: String.raw`\d{4}-\d\d-\d\d`,
  },
  mostTimes,
};

/** At a restore: takes over the list beside the archive. Answers the whole list. */
export async function adoptRevocationList(
  from: string,
  dataDir: string,
): Promise<ListedRevocation[]> {
  return adoptListBeside(revocationList, from, dataDir);
}

/** How often each user and kind was listed, in a process. */
type Times = Map<string, number>;

/** What a process has listed already. */
export interface ListedBefore {
  first: Times;
  /** Of the first list: a list that somebody else has changed is completed. */
  stamp: string;
  /** `times` are `null` while the list of this folder may be incomplete. */
  second: { folder: string; times: Times | null; triedAt: number };
}

export function nothingListed(): ListedBefore {
  return { first: new Map(), stamp: '', second: { folder: '', times: null, triedAt: 0 } };
}

/** A drive that is away may block the process that tries, so not every minute. */
const retryMs = 10 * 60_000;

/** Adds what was revoked since the last time. Runs every minute. */
export async function storeRevocations(
  deps: Pick<AppDeps, 'db' | 'config' | 'log' | 'clock'>,
  listed: ListedBefore,
): Promise<void> {
  const { rows } = await sql<{ user: string; what: string; times: number }>`
    SELECT user_id AS "user", what, times FROM revocations
    UNION ALL
    -- A backup may have an id that the user had before.
    SELECT earlier_id, what, times FROM earlier_sign_ins JOIN revocations USING (user_id)
    `.execute(deps.db);
  const keyOf = (row: { user: string; what: string }) => `${row.user} ${row.what}`;
  const firstFolder = backupFolder(deps.config);
  const isChanged = (await stampOfList(revocationList, firstFolder)) !== listed.stamp;
  const newIn = (times: Times) => rows.filter((row) => times.get(keyOf(row)) !== row.times);
  const day = dayOf(deps.clock.now());
  const entries = newIn(isChanged ? new Map() : listed.first).map((row) => ({ ...row, day }));
  await storeFirstList(deps.config.dataDir, revocationList, entries);
  listed.first = new Map(rows.map((row) => [keyOf(row), row.times]));
  listed.stamp = await stampOfList(revocationList, firstFolder);
  const folder = await readSecondFolder(deps.db);
  if (folder === '') return;
  const triedAt = deps.clock.now().getTime();
  const { second } = listed;
  if (second.folder === folder) {
    if (second.times !== null && newIn(second.times).length === 0) return;
    if (second.times === null && triedAt - second.triedAt < retryMs) return;
  }
  // All of the first list: a folder that is new, or was away, lacks earlier lines.
  const all = await readListBeside(revocationList, firstFolder);
  const isComplete = await storeSecondList(deps, revocationList, all);
  listed.second = { folder, times: isComplete ? listed.first : null, triedAt };
}

export interface Revoked {
  /** Administrators whose password or address was changed since, with the token of a link that sets a password. */
  links: { email: string; token: string; isAddressOld: boolean }[];
  /** How many other people have to choose a new password. */
  others: number;
  /** The numbers of members whose address was changed since, or the addresses of those without. */
  moved: string[];
  removed: string[];
  /** Administrators whose two-step sign-in was changed since. It is off. */
  twoStep: string[];
  /** Administrators who lost a role since. They have the roles of the backup again, and no password. */
  lowered: string[];
  /** All administrators that can sign in, with their roles. */
  administrators: string[];
}

/**
 * Ends all sessions and the links that set a password, and makes invalid again what the list says was revoked
 * since the backup. Runs in the transaction of the restore. product-rules 2.20.
 */
export async function revokeAgain(
  client: pg.ClientBase,
  listed: ListedRevocation[],
  at: Date,
): Promise<Revoked> {
  await client.query('UPDATE sessions SET ended_at = $1 WHERE ended_at IS NULL', [at]);
  await client.query('DELETE FROM password_links');
  // The link of an invitation needs no token. A user with a password may lose it below.
  await client.query('UPDATE users SET invited_at = NULL WHERE invited_at IS NOT NULL');
  const since = await findSince(client, listed);
  const removed = await client.query<{ email: string }>(
    `UPDATE users SET removed_at = $2, password_hash = NULL
     WHERE id = ANY ($1) AND role <> 'Member' AND removed_at IS NULL RETURNING email`,
    [since.removed, at],
  );
  const changed = await client.query<Changed>(
    `UPDATE users SET password_hash = NULL, is_address_old = is_address_old OR id = ANY ($2)
     WHERE id = ANY ($1) AND removed_at IS NULL
     RETURNING id, email, role, is_address_old AS "isAddressOld",
       (SELECT number FROM members WHERE user_id = users.id) AS number`,
    // The reader of the old mailbox may not sign in either, nor who lost a role. A password is not enough that
    // needed a code.
    [[...since.password, ...since.email, ...since.twoStep, ...since.roles], since.email],
  );
  await client.query('DELETE FROM two_step_secrets WHERE user_id = ANY ($1)', [since.twoStep]);
  await client.query('DELETE FROM recovery_codes WHERE user_id = ANY ($1)', [since.recoveryCodes]);
  await storeTimes(client, listed);
  const emailsOf = (ids: string[]) =>
    changed.rows
      .filter(({ id }) => ids.includes(id))
      .map(({ email }) => email)
      .toSorted();
  const isAdministrator = ({ role }: Changed) => role !== 'Member';
  const administrators = await client.query<{ email: string; role: string }>(
    "SELECT email, role FROM users WHERE role <> 'Member' AND removed_at IS NULL ORDER BY email",
  );
  return {
    links: await makeLinks(client, changed.rows.filter(isAdministrator), at),
    others: changed.rows.filter((user) => !isAdministrator(user) && !user.isAddressOld).length,
    moved: changed.rows
      .filter((user) => user.isAddressOld && !isAdministrator(user))
      .map(({ number, email }) => (number === null ? email : membershipNumber(number)))
      .toSorted(),
    removed: removed.rows.map(({ email }) => email),
    twoStep: emailsOf(since.twoStep),
    lowered: emailsOf(since.roles),
    administrators: administrators.rows.map(
      ({ email, role }) => `${email} (${role.replaceAll(',', ', ')})`,
    ),
  };
}

interface Changed {
  id: string;
  email: string;
  role: string;
  isAddressOld: boolean;
  /** Of a member. */
  number: number | null;
}

/** The users that the list has more often than the database, by kind. */
async function findSince(
  client: pg.ClientBase,
  listed: ListedRevocation[],
): Promise<Record<ListedRevocation['what'], string[]>> {
  const { rows } = await client.query<Pick<ListedRevocation, 'user' | 'what'>>(
    `SELECT user_id AS "user", what
     FROM unnest($1::uuid[], $2::text[], $3::int[]) AS listed (user_id, what, times)
       LEFT JOIN revocations AS stored USING (user_id, what)
     WHERE coalesce(stored.times, 0) < listed.times`,
    columnsOf(listed),
  );
  const of = (kind: string) => rows.filter(({ what }) => what === kind).map(({ user }) => user);
  return {
    removed: of('removed'),
    password: of('password'),
    email: of('email'),
    twoStep: of('twoStep'),
    recoveryCodes: of('recoveryCodes'),
    roles: of('roles'),
  };
}

/** A backup of this database is then not older than the list. */
async function storeTimes(client: pg.ClientBase, listed: ListedRevocation[]): Promise<void> {
  await client.query(
    `INSERT INTO revocations (user_id, what, times)
     SELECT listed.* FROM unnest($1::uuid[], $2::text[], $3::int[]) AS listed (user_id, what, times)
       JOIN users ON users.id = user_id
     ON CONFLICT (user_id, what)
       DO UPDATE SET times = greatest(revocations.times, excluded.times)`,
    columnsOf(listed.map((one) => ({ ...one, times: Math.min(one.times, mostAdopted) }))),
  );
}

function columnsOf(listed: ListedRevocation[]) {
  return [
    listed.map(({ user }) => user),
    listed.map(({ what }) => what),
    listed.map(({ times }) => times),
  ];
}

async function makeLinks(client: pg.ClientBase, users: Changed[], at: Date) {
  const expires = new Date(at.getTime() + firstLinkMs);
  const links: Revoked['links'] = [];
  for (const { id, email, isAddressOld } of users) {
    const token = randomBytes(32).toString('base64url');
    await client.query(
      'INSERT INTO password_links (token_hash, user_id, email, expires_at) VALUES ($1, $2, $3, $4)',
      [hashToken(token), id, email, expires],
    );
    links.push({ email, token, isAddressOld });
  }
  return links;
}
