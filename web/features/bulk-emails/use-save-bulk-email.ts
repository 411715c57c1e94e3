import { createBulkEmail, updateBulkEmail } from '#contract/bulk-emails.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { useCall } from '#web/api/use-call.ts';

/** One way to save for a new one, which has no id yet, and one that is there. */
export function useSaveBulkEmail(id: string | undefined, etag: string | undefined) {
  const adding = useCall(createBulkEmail);
  const changing = useCall(updateBulkEmail);
  const send = (body: BodyOf<typeof createBulkEmail>) =>
    id === undefined
      ? adding.send({ body })
      : changing.send({ params: { id }, body }, { ifMatch: etag });
  return { send, busy: adding.busy || changing.busy };
}
