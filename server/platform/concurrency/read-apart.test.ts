import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOneApart } from './read-apart.ts';

const moduleOf = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`);
const hanging = moduleOf('export async function* read() { await new Promise(() => {}); }');
const quick = moduleOf('export async function* read() { yield "answer"; }');

test(
  'one caller has one reader at most, and the other one is left to others',
  { timeout: 60_000 },
  async () => {
    const leaving = new AbortController();
    const limits = { caller: 'one', seconds: 600, signal: leaving.signal };
    const held = [readOneApart(hanging, {}, limits), readOneApart(hanging, {}, limits)];
    const outcomes = Promise.allSettled(held);
    try {
      assert.equal(await readOneApart(quick, {}, { caller: 'other', seconds: 60 }), 'answer');
    } finally {
      leaving.abort();
      await outcomes;
    }
    assert.equal(await readOneApart(quick, {}, { caller: 'one', seconds: 60 }), 'answer');
  },
);
