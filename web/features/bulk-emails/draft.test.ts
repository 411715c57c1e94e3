import assert from 'node:assert/strict';
import test from 'node:test';
import { type Draft, draftKey, forgetDraft, storeDraft, storedDraft } from './draft.ts';

function memory(setItem?: () => never): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    clear: () => items.clear(),
    key: (place) => [...items.keys()][place] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: setItem ?? ((key, value) => void items.set(key, value)),
    removeItem: (key) => void items.delete(key),
  };
}

const draft: Draft = {
  etag: '"7"',
  values: { subject: 'News', content: '<p>Dam</p>', isAppeal: true },
  attached: { path: '/api/bulkemails/attachments/1', name: 'a.pdf', size: 12 },
};

test('a draft is there again for the one who wrote it, and for that email only', () => {
  const storage = memory();
  const key = draftKey('nomsa', undefined);
  storeDraft(key, draft, storage);
  assert.deepEqual(storedDraft(key, storage), draft);
  assert.equal(storedDraft(draftKey('sipho', undefined), storage), null);
  assert.equal(storedDraft(draftKey('nomsa', '1'), storage), null);
  forgetDraft(key, storage);
  assert.equal(storedDraft(key, storage), null);
});

test('what is not a draft of ours is no draft, and a full storage keeps none', () => {
  const storage = memory();
  for (const text of ['', '{', '7', '{"values":{"subject":5},"attached":null}']) {
    storage.setItem('draft', text);
    assert.equal(storedDraft('draft', storage), null);
  }
  const full = memory(() => {
    throw new Error('full');
  });
  assert.equal(storeDraft('draft', draft, full), false);
});
