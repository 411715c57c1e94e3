import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noRelative } from '#web/features/members/relative-rules.ts';
import { type Draft, emptyDraft, forgetDraft, storeDraft, storedDraft } from './draft.ts';

function memory(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    clear: () => items.clear(),
    key: (place) => [...items.keys()][place] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

const draft: Draft = {
  ...emptyDraft,
  person: {
    ...emptyDraft.person,
    firstName: 'Thandi',
    password: 'Secret123',
    confirmPassword: 'Secret123',
  },
  relatives: [{ ...noRelative, firstName: 'Lerato' }],
  paymentType: 'EFT',
};

test('what was typed is there again after a reload, but never the passwords', () => {
  const storage = memory();
  storeDraft(draft, storage);
  assert.doesNotMatch(storage.getItem('registration') ?? '', /Secret123/);
  assert.deepEqual(storedDraft(storage), {
    ...draft,
    person: { ...draft.person, password: '', confirmPassword: '' },
  });
});

test('nothing kept, or something else, is an empty form', () => {
  const storage = memory();
  assert.deepEqual(storedDraft(storage), emptyDraft);
  storage.setItem('registration', '{"person":{"firstName":7}}');
  assert.deepEqual(storedDraft(storage), emptyDraft);
});

test('a finished registration leaves nothing behind', () => {
  const storage = memory();
  storeDraft(draft, storage);
  forgetDraft(storage);
  assert.equal(storage.length, 0);
});
