import { test } from 'node:test';
import { openTestApp } from '#test/support/app.ts';
import { assertBooksAgree } from '#test/support/books/agree.ts';
import { fillDemo } from './fill.ts';

test('the books of a new demo agree @full', async () => {
  const app = await openTestApp({ ADMIN_EMAIL: 'chair@example.org' });
  await fillDemo(app);
  await assertBooksAgree(app);
});
