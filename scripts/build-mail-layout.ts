import { readFile, writeFile } from 'node:fs/promises';
import mjml from 'mjml';

const folder = new URL('../server/platform/mail/layout/', import.meta.url);
const built = new URL('layout.html', folder);

/** What the checked-in layout has to be. Nothing of mjml is there at run time. */
export async function compileMailLayout(): Promise<string> {
  const source = await readFile(new URL('layout.mjml', folder), 'utf8');
  const { html } = await mjml(source, {
    validationLevel: 'strict',
    // Else mjml has the reader's mail program fetch fonts from Google.
    fonts: {},
    keepComments: true,
    minify: false,
  });
  const lines = html.split('\n').map((line) => line.trim());
  return `${lines.filter((line) => line !== '').join('\n')}\n`;
}

if (import.meta.main) await writeFile(built, await compileMailLayout());
