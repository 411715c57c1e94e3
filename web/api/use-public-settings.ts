import { useEffect, useState } from 'react';
import type { ReplyOf } from '#contract/endpoint.ts';
import { getSite } from '#contract/company-info/public-settings.ts';
import { call } from '#web/api/call.ts';
import { preloadedReply } from '#web/api/preloaded-data.ts';

export type PublicSettings = ReplyOf<typeof getSite>;

let loading: Promise<PublicSettings> | null = null;

/** Settings of the organisation and of this installation; null until they are loaded. They come
 *  with the page or are loaded once. */
export function usePublicSettings(): PublicSettings | null {
  const [settings, setSettings] = useState<PublicSettings | null>(() => preloadedReply(getSite));
  useEffect(() => {
    const preloaded = preloadedReply(getSite);
    loading ??= preloaded ? Promise.resolve(preloaded) : call(getSite);
    loading.then(setSettings, () => {
      loading = null;
    });
  }, []);
  return settings;
}
