import { use, useEffect, useLayoutEffect } from 'react';
import {
  ScrollRestoration,
  UNSAFE_DataRouterStateContext as RouterState,
  useLocation,
} from 'react-router';
import { useIsHistoryStep } from './use-router.ts';

/** A new page starts at its top or at the `#target`; Back and reloading return to the old place. */
export function Scroll() {
  useScrollBack();
  useHashFocus();
  return <ScrollRestoration />;
}

/** ScrollRestoration scrolls once. A page that still loads its record is not long enough then. */
function useScrollBack(): void {
  const state = use(RouterState);
  const location = state?.location;
  const place = state?.restoreScrollPosition;
  useLayoutEffect(() => {
    return typeof place === 'number' ? scrollWhenLongEnough(place) : undefined;
  }, [location, place]);
}

/** Until the page is long enough, or the user scrolls, presses a key or leaves. */
function scrollWhenLongEnough(place: number): () => void {
  const growth = new ResizeObserver(scroll);
  const userEvents = ['wheel', 'pointerdown', 'keydown'];
  function scroll() {
    scrollTo(0, place);
    if (scrollY > place - 1) end();
  }
  function end() {
    growth.disconnect();
    for (const type of userEvents) removeEventListener(type, end);
  }
  growth.observe(document.body);
  for (const type of userEvents) addEventListener(type, end);
  return end;
}

/** A link to a part of the page moves the keyboard's focus there too. */
function useHashFocus(): void {
  const location = useLocation();
  const isStep = useIsHistoryStep();
  useEffect(() => {
    if (isStep || location.hash === '') return;
    document.getElementById(location.hash.slice(1))?.focus({ preventScroll: true });
  }, [location, isStep]);
}
