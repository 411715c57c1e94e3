import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** npm puts it first in PATH for scripts: after the install its `node` is the packaged one. */
export const bin = join(root, 'node_modules', '.bin');
