import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { pageModule, routes } from './routes.ts';

const root = new URL('../../', import.meta.url);

test('every page file is in the route table, and every page of the table has a file', () => {
  const files = globSync('web/features/**/*-page.tsx', { cwd: root });
  const modules = routes.map(({ page }) => pageModule(page));
  assert.deepEqual(
    files.map((file) => file.replaceAll('\\', '/')).toSorted(),
    [...new Set(modules)].toSorted(),
  );
});

test('a page file exports its component and no other value', () => {
  for (const { page } of routes) {
    const text = readFileSync(new URL(pageModule(page), root), 'utf8');
    const values = [...text.matchAll(/^export (?!type |interface )(.*)$/gm)].map(([, it]) => it);
    assert.equal(values.length, 1, `${page}: ${values.join(' and ')}`);
    assert.match(values[0] ?? '', /^function \w+Page\(/, page);
  }
});

test('every path is in the table once', () => {
  assert.equal(new Set(routes.map(({ path }) => path)).size, routes.length);
});
