import { useMemo, useSyncExternalStore } from 'react';
import { type EftDetails, eftDetails } from '#contract/invoices/bank-details.ts';

const key = 'eftDetails';
const listeners = new Set<() => void>();

/** In local storage: people on phones close the browser before they open their banking app. */
export function storeEftDetails(details: EftDetails): void {
  localStorage.setItem(key, JSON.stringify(details));
}

export function forgetEftDetails(): void {
  localStorage.removeItem(key);
  for (const listener of listeners) listener();
}

/** The details of the last EFT registration in this browser, until they are dismissed. */
export function useStoredEftDetails(): EftDetails | null {
  const text = useSyncExternalStore(onForgotten, storedText, noText);
  return useMemo(() => (text === null ? null : detailsIn(text)), [text]);
}

function storedText(): string | null {
  return localStorage.getItem(key);
}

/** The server renders the page for a new visitor. */
function noText(): null {
  return null;
}

function onForgotten(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Null for a text that another version has stored. */
function detailsIn(text: string): EftDetails | null {
  try {
    return eftDetails.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
