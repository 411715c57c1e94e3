import assert from 'node:assert/strict';
import test from 'node:test';
import { hideStyles } from './pasted-styles.ts';

test('pasted HTML keeps its text and tags, without a style that the policy would block', () => {
  assert.equal(
    hideStyles(
      '<STYLE>p { color: red }</STYLE><p class="a" style="margin:0">A style="b" text</p><br STYLE =x>',
    ),
    '<template>p { color: red }</template><p class="a" data-style="margin:0">A style="b" text</p><br data-style =x>',
  );
});
