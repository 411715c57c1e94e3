import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { helpTopics } from '#web/app/app-shell/find-pages.ts';
import { helpOfPages } from '#web/app/help-of-pages.ts';
import { routes } from '#web/app/routes.ts';
import { searchGuide } from '#web/features/help/search-guide.ts';
import { readGuide } from './read-guide.ts';

const guide = readGuide(readFileSync('docs/admin-guide.md', 'utf8'));
const ids = guide.topics.map(({ id }) => id);

test('the beginning of the guide lists each topic once', () => {
  assert.deepEqual(guide.groups.flatMap(({ topics }) => topics).toSorted(), ids.toSorted());
});

test('links in the guide lead to its topics or their headings', () => {
  const headings = [...JSON.stringify(guide).matchAll(/"heading":"[^"]*","id":"([^"]*)"/g)];
  const known = new Set([...ids, ...headings.map(([, id]) => id)]);
  const links = [...JSON.stringify(guide).matchAll(/"link":"([^"]*)"/g)].map(([, link]) => link);
  assert.ok(links.length > 5);
  assert.deepEqual(
    links.filter((link) => !known.has(link)),
    [],
  );
});

test('every page of the administrators has a topic in the help', () => {
  const pages = routes.filter(
    ({ access, path }) => access === 'staff' && path.startsWith('/admin'),
  );
  assert.deepEqual(
    pages.map(({ path }) => path).filter((path) => !ids.includes(helpOfPages[path] ?? '')),
    [],
  );
  assert.deepEqual(Object.keys(helpOfPages).toSorted(), pages.map(({ path }) => path).toSorted());
});

test('the topics that the search of everything names are in the guide', () => {
  for (const { id, title } of helpTopics) {
    assert.equal(guide.topics.find((topic) => topic.id === id)?.title, title);
  }
});

test('a list that goes on after a message keeps its numbers', () => {
  const { topics } = readGuide(
    '- [A](#a)\n\n## A\n\n1. one\n\n```\nDear B\n```\n\n2. two & 3 > 2\n',
  );
  assert.deepEqual(topics[0]?.blocks, [
    { list: [[{ text: ['one'] }]], from: 1 },
    { copy: 'Dear B' },
    { list: [[{ text: ['two & 3 > 2'] }]], from: 2 },
  ]);
});

test('a search finds the topics with all words, titles first, and shows where', () => {
  const [first, ...others] = searchGuide(guide, 'Restore backup');
  assert.equal(first?.id, 'restore-everything-from-a-backup');
  assert.ok(others.length > 0);
  assert.match(first.excerpt, /restore/i);
  assert.deepEqual(searchGuide(guide, 'restore zebra'), []);
});
