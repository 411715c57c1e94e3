import { type RefObject, useEffect, useEffectEvent } from 'react';

/** While open, calls `onLeave` on Esc (`byKey`), on a tap elsewhere, or when the focus leaves. */
export function useDismiss(
  box: RefObject<HTMLElement | null>,
  open: boolean,
  onLeave: (byKey: boolean) => void,
): void {
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    if (!open) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    const isInside = (target: EventTarget | null) =>
      target instanceof Node && box.current?.contains(target) === true;
    addEventListener('pointerdown', ({ target }) => isInside(target) || leave(false), { signal });
    // A page that has just been opened moves the focus, but not out of here.
    addEventListener(
      'focusin',
      ({ target, relatedTarget }) => isInside(relatedTarget) && !isInside(target) && leave(false),
      { signal },
    );
    addEventListener('keydown', ({ key }) => key === 'Escape' && leave(true), { signal });
    return () => stop.abort();
  }, [box, open]);
}
