import assert from 'node:assert/strict';
import test from 'node:test';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { getInvoice } from '#contract/invoices/endpoints.ts';
import { deleteMember } from '#contract/members/endpoints.ts';
import { writeOffInvoice } from '#contract/write-offs/endpoints.ts';
import { announceChange, followsChanges } from '#web/api/changes.ts';
import { followChanges } from './follow-changes.ts';

test('what follows changes is loaded again after a change, and nothing else is', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const loads = { story: 0, earlierStory: 0, list: 0 };
  const query = (name: keyof typeof loads, meta?: typeof followsChanges) => ({
    queryKey: [name],
    queryFn: () => (loads[name] += 1),
    ...(meta && { meta }),
  });
  const stopped = [
    new QueryObserver(client, query('story', followsChanges)).subscribe(() => {}),
    new QueryObserver(client, query('list')).subscribe(() => {}),
    followChanges(client),
  ];
  await client.query(query('earlierStory', followsChanges));
  await settled(client);
  assert.deepEqual(loads, { story: 1, earlierStory: 1, list: 1 });

  announceChange(getInvoice);
  await settled(client);
  assert.equal(loads.story, 1);

  announceChange(writeOffInvoice);
  await settled(client);
  assert.deepEqual(loads, { story: 2, earlierStory: 1, list: 1 });
  // Shown again under the same key, as after "write off, undo, write off".
  await client.query(query('earlierStory', followsChanges));
  assert.equal(loads.earlierStory, 2);

  announceChange(deleteMember);
  await settled(client);
  assert.equal(loads.story, 2);
  for (const stop of stopped) stop();
  client.clear();
});

async function settled(client: QueryClient): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve));
  while (client.isFetching() > 0);
}
