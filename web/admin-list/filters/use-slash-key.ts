import { useEffect, useEffectEvent } from 'react';

/** `/` anywhere outside an input; off where `<html data-shortcuts="off">` (WCAG 2.1.4). */
export function useSlashKey(act: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.documentElement.dataset['shortcuts'] === 'off') return;
    if (event.target instanceof HTMLElement && isTyping(event.target)) return;
    if (document.querySelector('dialog:modal')) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

function isTyping(element: HTMLElement): boolean {
  return element.isContentEditable || element.matches('input, textarea, select');
}
