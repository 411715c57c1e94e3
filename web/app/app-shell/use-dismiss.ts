import { type RefObject, useEffect, useEffectEvent } from 'react';

/** While open: tells when Esc is pressed (`byKey`), or when a tap or the focus goes elsewhere. */
export function useLeave(
  box: RefObject<HTMLElement | null>,
  open: boolean,
  onLeave: (byKey: boolean) => void,
): void {
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    if (!open) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    const leaveWhenOutside = ({ target }: Event) => {
      if (target instanceof Node && box.current?.contains(target) === false) leave(false);
    };
    addEventListener('pointerdown', leaveWhenOutside, { signal });
    addEventListener('focusin', leaveWhenOutside, { signal });
    addEventListener('keydown', ({ key }) => key === 'Escape' && leave(true), { signal });
    return () => stop.abort();
  }, [box, open]);
}
