import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escapeHtml, scriptJson } from './escape-html.ts';

test('text cannot end an element or an attribute', () => {
  assert.equal(
    escapeHtml(`<b title="x" lang='y'>R&D</b>`),
    '&lt;b title=&quot;x&quot; lang=&#39;y&#39;&gt;R&amp;D&lt;/b&gt;',
  );
});

test('JSON cannot end its script element, and reads the same', () => {
  const value = { text: '</script><!--' };
  assert.ok(!scriptJson(value).includes('<'));
  assert.deepEqual(JSON.parse(scriptJson(value, 1)), value);
});
