import assert from 'node:assert/strict';
import test from 'node:test';
import { assertEmpty } from './assert-none.ts';
import { isTest, sourceOf, readSources, type Source } from './sources.ts';

interface Definition {
  name: string;
  file: string;
  /** Matches a second definition. */
  looks: RegExp;
  use: string;
}

const definitions: Definition[] = [
  { name: 'an id', file: 'contract/fields.ts', looks: /\{8\}\(?-/, use: 'isId' },
  {
    name: 'HTML escaping',
    file: 'server/platform/markup/escape-html.ts',
    looks: /'&lt;'|u003c/,
    use: 'escapeHtml or scriptJson',
  },
  {
    name: 'an open invoice',
    file: 'server/features/invoices/open-invoices.ts',
    looks: /voided_at IS NULL|'voided_at', 'is', null/,
    use: 'whereOpen',
  },
];

function secondDefinitions(sources: Source[]): string[] {
  return definitions.flatMap(({ name, file, looks, use }) =>
    sources
      .filter(({ path, text }) => path !== file && !isTest(path) && looks.test(text))
      .map(({ path }) => `${path} defines ${name} again: use ${use} of ${file}`),
  );
}

test('an id, HTML escaping and an open invoice are each defined once', () => {
  assertEmpty(secondDefinitions(readSources('{contract,server,test/support}/**/*.ts')));
});

test('a second definition is refused', () => {
  const sources = [
    sourceOf('server/a.ts', String.raw`const shape = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;`),
    sourceOf('server/b.ts', `const entities = { '<': '&lt;' };`),
    sourceOf('server/c.ts', `query.where('voided_at', 'is', null)`),
  ];
  assert.equal(secondDefinitions(sources).length, 3);
});
