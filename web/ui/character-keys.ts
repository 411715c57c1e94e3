import { useEffect, useEffectEvent } from 'react';

const key = 'characterKeys';

/** Single-character shortcuts can be switched off for users of speech input (WCAG 2.1.4). */
export function areKeysOn(): boolean {
  return localStorage.getItem(key) !== 'off';
}

export function switchKeys(on: boolean): void {
  if (on) localStorage.removeItem(key);
  else localStorage.setItem(key, 'off');
}

/** A shortcut that works except in inputs and menus, where letters do something else, and behind a dialog. */
export function useCharacterKey(key: string, act: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!areKeysOn()) return;
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

const notTyping = 'input:is([type=checkbox], [type=radio], [type=button], [type=submit])';

function isTyping(element: HTMLElement): boolean {
  if (element.isContentEditable || element.closest('[role=menu]')) return true;
  return element.matches('input, textarea, select') && !element.matches(notTyping);
}
