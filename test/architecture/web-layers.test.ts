import assert from 'node:assert/strict';
import test from 'node:test';
import { assertEmpty } from './assert-none.ts';
import { importing, sourceOf, readSources } from './sources.ts';
import { webLayersRule } from './web-layers.ts';

test('imports in web/ go to the same or an earlier layer', () => {
  assertEmpty(webLayersRule(readSources()));
});

const upward = [
  sourceOf('web/ui/button.tsx', importing('#web/features/members/members-page.tsx')),
  sourceOf('web/forms/record-page.tsx', importing('#web/features/audit/record-history.tsx')),
  sourceOf('web/features/invoices/invoice-page.tsx', importing('#web/features/members/member.ts')),
  sourceOf('web/features/members/members-page.tsx', importing('#web/app/routes.tsx')),
  sourceOf('web/app/paths.ts', importing('#web/features/members/members-page.tsx')),
];

for (const source of upward) {
  test(`${source.path} may not contain ${source.text.trim()}`, () => {
    assert.equal(webLayersRule([source]).length, 1);
  });
}

test('a folder without a layer is refused', () => {
  assert.equal(webLayersRule([sourceOf('web/new-thing/a.ts')]).length, 1);
});

test('pages may import shared code and earlier features, and the route table may import pages', () => {
  assertEmpty(
    webLayersRule([
      sourceOf('web/features/members/a.tsx', importing('#web/ui/button.tsx')),
      sourceOf('web/features/members/a.tsx', importing('#web/features/audit/record-history.tsx')),
      sourceOf('web/app/routes.tsx', importing('#web/features/members/members-page.tsx')),
    ]),
  );
});
