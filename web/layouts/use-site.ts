import { useEffect, useState } from 'react';
import type { ReplyOf } from '#contract/endpoint.ts';
import { getSite } from '#contract/site.ts';
import { call } from '#web/api/call.ts';

export type SiteFacts = ReplyOf<typeof getSite>;

let asked: Promise<SiteFacts> | null = null;

/** Of the organisation and this installation; null until it is there. Asked for once, after the
 *  first page is drawn. */
export function useSite(): SiteFacts | null {
  const [site, setSite] = useState<SiteFacts | null>(null);
  useEffect(() => {
    asked ??= call(getSite);
    asked.then(setSite, () => {
      asked = null;
    });
  }, []);
  return site;
}
