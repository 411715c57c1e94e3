import assert from 'node:assert/strict';
import test from 'node:test';
import { withoutStyles } from './without-styles.ts';

test('styles are taken out of the HTML, and their text stays', () => {
  const { html, sheets } = withoutStyles(
    '<style type="text/css">p { color: red }</style><p class="a" style="margin:0">A style="b" text</p><br STYLE=x>',
  );
  assert.deepEqual(sheets, ['p { color: red }']);
  assert.equal(html, '<p class="a" data-style="margin:0">A style="b" text</p><br data-style=x>');
});
