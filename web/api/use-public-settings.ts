import { useEffect, useSyncExternalStore } from 'react';
import type { ReplyOf } from '#contract/endpoint.ts';
import { getPublicSettings, shownName } from '#contract/company-info/public-settings.ts';
import { call } from '#web/api/call.ts';
import { preloadedReply } from '#web/api/preloaded-data.ts';

export type PublicSettings = ReplyOf<typeof getPublicSettings>;

/** On the server they differ from page to page, so only a browser stores them. */
let settings = typeof document === 'undefined' ? null : preloadedReply(getPublicSettings);
let loading: Promise<void> | null = null;
const listeners = new Set<() => void>();

/** Settings of the organisation and of this installation; null until they are loaded. They come
 *  with the page or are loaded once. */
export function usePublicSettings(): PublicSettings | null {
  useEffect(() => {
    if (settings !== null) return;
    loading ??= loadPublicSettings();
    loading.catch(() => {
      loading = null;
    });
  }, []);
  return useSyncExternalStore(subscribe, latest, latest);
}

/** After an administrator has changed them. */
export async function loadPublicSettings(): Promise<void> {
  settings = await call(getPublicSettings);
  for (const changed of listeners) changed();
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

function latest(): PublicSettings | null {
  return settings ?? preloadedReply(getPublicSettings);
}

/** Whether nobody receives an email, as there is no mail server. False until it is known. */
export function useLacksMailServer(): boolean {
  return usePublicSettings()?.isMailKept ?? false;
}

/** As pages show it; '' until it is loaded. */
export function useOrganisationName(): string {
  const site = usePublicSettings();
  return site === null ? '' : shownName(site.organisation);
}

/** The window's title: the page, then the organisation. */
export function windowTitle(page: string, organisation: string): string {
  return [page, organisation].filter((part) => part !== '').join(' · ');
}
