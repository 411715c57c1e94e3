import { chmod, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';

import type { Account } from './account.ts';

/**
 * Started by root, PostgreSQL runs under an account that other services may use, too. Only root may connect
 * then: the system says which user is at the other end of the socket. The files are root's, so that the
 * account cannot change them.
 */
export async function settingsForRoot(
  home: string,
  account: Account,
): Promise<Record<string, string>> {
  if (!account) return {};
  const files = {
    hba_file: [join(home, 'pg_hba.conf'), 'local all all peer map=application\n'],
    ident_file: [join(home, 'pg_ident.conf'), `application ${userInfo().username} postgres\n`],
  } as const;
  for (const [path, text] of Object.values(files)) {
    await writeFile(path, text);
    await chmod(path, 0o644);
  }
  return { hba_file: files.hba_file[0], ident_file: files.ident_file[0] };
}
