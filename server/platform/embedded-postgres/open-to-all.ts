import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * For tests: settings with which any account of this machine may connect, also when root has started the
 * database (`authentication.ts`).
 */
export async function openToAll(folder: string): Promise<{ hba_file: string }> {
  const hba_file = join(folder, 'open_hba.conf');
  await writeFile(hba_file, 'local all all trust\nhost all all 127.0.0.0/8 trust\n');
  await chmod(hba_file, 0o644);
  return { hba_file };
}
