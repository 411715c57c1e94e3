import { useEffect, useState } from 'react';
import type { ReplyOf } from '#contract/endpoint.ts';
import { getSite } from '#contract/site.ts';
import { call } from './call.ts';
import { givenReply } from './preloaded-data.ts';

export type SiteFacts = ReplyOf<typeof getSite>;

let asked: Promise<SiteFacts> | null = null;

/** Of the organisation and this installation; null until it is there. Asked for once, unless it
 *  came with the page. */
export function useSite(): SiteFacts | null {
  const [site, setSite] = useState<SiteFacts | null>(() => givenReply(getSite));
  useEffect(() => {
    const given = givenReply(getSite);
    asked ??= given ? Promise.resolve(given) : call(getSite);
    asked.then(setSite, () => {
      asked = null;
    });
  }, []);
  return site;
}
