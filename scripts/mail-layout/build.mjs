// Compiles the layout of all mails. Run it after a change of layout.mjml:
//   npm install --prefix scripts/mail-layout --no-package-lock && node scripts/mail-layout/build.mjs
// Its packages are not the application's, so that an installation does not need them.
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import mjml from 'mjml';

const folder = new URL('../../server/platform/mail/layout/', import.meta.url);
const source = await readFile(new URL('layout.mjml', folder), 'utf8');
const { html } = await mjml(source, {
  validationLevel: 'strict',
  // Else mjml makes the reader's mail program fetch fonts from Google.
  fonts: {},
  keepComments: true,
  minify: false,
});
const lines = html.split('\n').map((line) => line.trim());
await writeFile(
  new URL('layout.html', folder),
  `${lines.filter((line) => line !== '').join('\n')}\n`,
);
// A test compares it with the source, without mjml.
const digest = createHash('sha256').update(source).digest('hex');
await writeFile(new URL('layout.mjml.sha256', folder), `${digest}\n`);
