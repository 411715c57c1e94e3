import { createHash } from 'node:crypto';
import { lstat, mkdir, mkdtemp, readlink, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Socket paths end at 103 bytes (macOS; Linux 107), of which the socket's own name takes 15. */
const longestFolder = 88;
const hour = 3_600_000;

/** A URL for `pg` and psql, and what is to be removed when the database has stopped. */
export async function addressOf(cluster: string) {
  if (isShortEnough(cluster)) {
    return { urlOf: urlOf(cluster), remove: async () => undefined };
  }
  const folder = await privateFolder(cluster);
  const link = join(folder, 'pg');
  await makeLink(link, cluster);
  // What isn't touched for days is swept from temporary folders; a long run needs the link later.
  const renew = setInterval(() => {
    mkdir(folder, { recursive: true, mode: 0o700 })
      .then(() => rm(link, { force: true }))
      .then(() => symlink(cluster, link))
      .catch(() => undefined);
  }, hour).unref();
  const remove = async () => {
    clearInterval(renew);
    await rm(folder, { recursive: true, force: true });
  };
  return { urlOf: urlOf(link), remove };
}

/** Otherwise the socket is reached by a shorter link. */
export function isShortEnough(cluster: string): boolean {
  return Buffer.byteLength(cluster) <= longestFolder;
}

export function urlOf(folder: string) {
  return (database: string) =>
    `postgresql://postgres@localhost/${database}?host=${encodeURIComponent(folder)}`;
}

/** Named after the cluster, so that a killed owner's folder is found again instead of left. */
async function privateFolder(cluster: string): Promise<string> {
  const parent = Buffer.byteLength(tmpdir()) <= 40 ? tmpdir() : '/tmp';
  const uid = process.getuid?.() ?? 0;
  const key = createHash('sha256').update(cluster).digest('hex').slice(0, 16);
  const folder = join(parent, `membership-${uid}-${key}`);
  await mkdir(folder, { mode: 0o700 }).catch(() => undefined);
  const found = await lstat(folder);
  // Anyone may put a folder of that name into a shared /tmp before us.
  const ours = found.isDirectory() && found.uid === uid && !(found.mode & 0o077);
  return ours ? folder : mkdtemp(join(parent, 'membership-'));
}

async function makeLink(link: string, cluster: string): Promise<void> {
  if ((await readlink(link).catch(() => '')) === cluster) return;
  await rm(link, { force: true });
  await symlink(cluster, link);
}
