// The first half of `npm start`: plain JavaScript, because it runs on whatever Node is there.
// Says something only when something has to be done.
import { buildPages } from './setup/build-pages.mjs';
import { install } from './setup/install.mjs';
import { requireNode } from './setup/require-node.mjs';

try {
  install();
  requireNode();
  buildPages();
} catch (error) {
  const readOnly = ['EACCES', 'EPERM', 'EROFS'].includes(error.code);
  const advice = readOnly ? 'Run it once as the user that this folder belongs to. ' : '';
  console.error(`${advice}${error.message}`);
  process.exitCode = 1;
}
