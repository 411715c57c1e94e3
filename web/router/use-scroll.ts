import { useEffect, useLayoutEffect } from 'react';
import { decoded } from './location.ts';
import { useRouter } from './use-router.ts';

const storageKey = 'scrolled';

/** How far down each entry of the history was left; over a reload too. */
let places: Record<string, number> | null = null;

function knownPlaces(): Record<string, number> {
  places ??= JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, number>;
  return places;
}

/** A new page begins at its top; Back and reloading lead to where one was. */
export function useScroll(): void {
  const { router, shown } = useRouter();
  const { location, how, keepsScroll } = shown;
  const isThere = shown.page !== null;

  useLayoutEffect(() => {
    if (!isThere) return;
    const left = how === 'step' ? knownPlaces()[location.key] : undefined;
    const target = left === undefined ? targetOf(location.hash) : null;
    if (left !== undefined) scrollTo(0, left);
    else if (target) target.scrollIntoView();
    // The first page may have been read, as it was drawn, before the script was there.
    else if (how !== 'step' && !keepsScroll) scrollTo(0, 0);
  }, [isThere, location, how, keepsScroll]);

  useEffect(() => {
    // Until the page is there, nobody has read down to anywhere.
    if (!isThere) return undefined;
    const remember = () => {
      knownPlaces()[location.key] = scrollY;
    };
    const takeOver = () => {
      history.scrollRestoration = 'manual';
    };
    const leave = () => {
      remember();
      sessionStorage.setItem(storageKey, JSON.stringify(places));
      history.scrollRestoration = 'auto';
    };
    takeOver();
    addEventListener('pageshow', takeOver);
    addEventListener('pagehide', leave);
    // Before the next page is drawn.
    const forget = router.subscribe(remember);
    return () => {
      forget();
      removeEventListener('pageshow', takeOver);
      removeEventListener('pagehide', leave);
    };
  }, [router, location.key, isThere]);
}

function targetOf(hash: string): Element | null {
  return hash === '' ? null : document.getElementById(decoded(hash.slice(1)));
}
