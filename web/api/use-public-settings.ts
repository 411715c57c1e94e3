import { useEffect, useState } from 'react';
import type { ReplyOf } from '#contract/endpoint.ts';
import { getPublicSettings } from '#contract/company-info/public-settings.ts';
import { call } from '#web/api/call.ts';
import { preloadedReply } from '#web/api/preloaded-data.ts';

export type PublicSettings = ReplyOf<typeof getPublicSettings>;

let loading: Promise<PublicSettings> | null = null;

/** Settings of the organisation and of this installation; null until they are loaded. They come
 *  with the page or are loaded once. */
export function usePublicSettings(): PublicSettings | null {
  const [settings, setSettings] = useState<PublicSettings | null>(() =>
    preloadedReply(getPublicSettings),
  );
  useEffect(() => {
    const preloaded = preloadedReply(getPublicSettings);
    loading ??= preloaded ? Promise.resolve(preloaded) : call(getPublicSettings);
    loading.then(setSettings, () => {
      loading = null;
    });
  }, []);
  return settings;
}
