import assert from 'node:assert/strict';
import test from 'node:test';
import { announceChange, onChange } from './changes.ts';

test('a call that changes something is announced, and a search or a preview is not', () => {
  let announced = 0;
  const stop = onChange(() => (announced += 1));
  announceChange({ method: 'POST', path: '/invoices/process-payment/:id' });
  announceChange({ method: 'DELETE', path: '/donations/:id' });
  assert.equal(announced, 2);
  announceChange({ method: 'GET', path: '/invoices/:id' });
  announceChange({ method: 'POST', path: '/invoices/search' });
  announceChange({ method: 'POST', path: '/members/preview-renewals' });
  announceChange({ method: 'POST', path: '/bulkemails/preview' });
  assert.equal(announced, 2);
  stop();
  announceChange({ method: 'DELETE', path: '/donations/:id' });
  assert.equal(announced, 2);
});
