import { useState } from 'react';
import { previewBulkEmail } from '#contract/bulk-preview.ts';
import type { DataOf } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';
import type { TypedBulkEmail } from './bulk-email-values.ts';

export type Seen = DataOf<typeof previewBulkEmail>;

/** Asks for the email as one of its recipients would get it; what is shown stays until the next is there. */
export function usePreview(draft: () => TypedBulkEmail) {
  const { send, busy, error } = useCall(previewBulkEmail);
  const [seen, setSeen] = useState<Seen | null>(null);
  const [find, setFind] = useState('');

  async function show(index = 0) {
    const outcome = await send({ body: { ...draft(), find, index } });
    if (outcome.ok) setSeen(outcome.data);
  }

  return { seen, find, setFind, show, busy, problem: error?.message ?? null };
}
