import { useEffect, useLayoutEffect } from 'react';
import { decoded } from './location.ts';
import { useRouter } from './use-router.ts';

const storageKey = 'scrolled';

/** How far down each entry of the history was left; over a reload too. */
let places: Record<string, number> | null = null;

/** Where the page is not yet long enough for. */
let returningTo: number | null = null;

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
    if (!isThere) return undefined;
    const left = how === 'step' ? knownPlaces()[location.key] : undefined;
    const target = left === undefined ? targetOf(location.hash) : null;
    if (left !== undefined) return returnTo(left);
    if (target) goTo(target, how === 'step');
    // The first page may have been read, as it was drawn, before the script was there.
    else if (how !== 'step' && !keepsScroll) scrollTo(0, 0);
    return undefined;
  }, [isThere, location, how, keepsScroll]);

  useEffect(() => {
    // Until the page is there, nobody has read down to anywhere.
    if (!isThere) return undefined;
    const remember = () => {
      knownPlaces()[location.key] = returningTo ?? scrollY;
    };
    const replayEarlyInput = () => {
      history.scrollRestoration = 'manual';
    };
    const leave = () => {
      remember();
      sessionStorage.setItem(storageKey, JSON.stringify(places));
      history.scrollRestoration = 'auto';
    };
    replayEarlyInput();
    addEventListener('pageshow', replayEarlyInput);
    addEventListener('pagehide', leave);
    // Before the next page is drawn.
    const forget = router.subscribe(remember);
    return () => {
      forget();
      removeEventListener('pageshow', replayEarlyInput);
      removeEventListener('pagehide', leave);
    };
  }, [router, location.key, isThere]);
}

/** Until the page is as long again, or the visitor goes on: what it shows may have to be read first. */
function returnTo(place: number): () => void {
  const growing = new ResizeObserver(go);
  const signs = ['wheel', 'pointerdown', 'keydown'];
  function go() {
    scrollTo(0, place);
    if (scrollY > place - 1) end();
  }
  function end() {
    returningTo = null;
    growing.disconnect();
    for (const sign of signs) removeEventListener(sign, end);
  }
  returningTo = place;
  growing.observe(document.body);
  for (const sign of signs) addEventListener(sign, end);
  go();
  return end;
}

/** A link leads the keyboard there too. */
function goTo(target: HTMLElement, isStep: boolean): void {
  target.scrollIntoView();
  if (!isStep) target.focus({ preventScroll: true });
}

function targetOf(hash: string): HTMLElement | null {
  return hash === '' ? null : document.getElementById(decoded(hash.slice(1)));
}
