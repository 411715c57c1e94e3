import { useEffect } from 'react';

const focusable = 'h1[tabindex], a[href], button, input, select, textarea, summary, [tabindex="0"]';

/**
 * If the focused element is removed, hidden or disabled, the focus moves to what replaced it, or to
 * the heading, instead of falling to the page. A page's own handling comes first.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let path: Element[] = [];
    let frame = 0;
    const remember = ({ target }: FocusEvent) => {
      path = target instanceof Element ? ancestorsOf(target) : [];
    };
    // A press beside all controls: the user has left the element.
    const forget = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) return;
      setTimeout(() => {
        const [last] = path;
        if (document.activeElement === document.body && last && canFocus(last)) path = [];
      });
    };
    const check = () => {
      const [last] = path;
      if (last === undefined || document.activeElement !== document.body || canFocus(last)) return;
      replacementFor(path)?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(() => {
      if (path.length === 0 || document.activeElement !== document.body) return;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setTimeout(check));
    });
    document.addEventListener('focusin', remember);
    document.addEventListener('focusout', forget);
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ['disabled', 'hidden', 'inert', 'open'],
    });
    return () => {
      document.removeEventListener('focusin', remember);
      document.removeEventListener('focusout', forget);
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, []);
}

/** The element and its ancestors, the innermost first. */
function ancestorsOf(element: Element): Element[] {
  const { parentElement } = element;
  return parentElement === null ? [element] : [element, ...ancestorsOf(parentElement)];
}

function canFocus(element: Element): boolean {
  return element.getClientRects().length > 0 && !element.matches(':disabled, [inert], [inert] *');
}

/** The first control of the closest part that is still there; outside of the page's content, the heading. */
function replacementFor([, ...ancestors]: Element[]): HTMLElement | null {
  for (const ancestor of ancestors) {
    if (!ancestor.isConnected) continue;
    if (ancestor.closest('main, dialog') === null) break;
    const all = [...ancestor.querySelectorAll<HTMLElement>(focusable)];
    const control = all.find(canFocus);
    if (control !== undefined) return control;
  }
  return document.querySelector<HTMLElement>('dialog:modal button, h1[tabindex], main');
}
