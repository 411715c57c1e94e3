const key = 'characterKeys';

/** Keys that are a single character can be switched off, for those who dictate (WCAG 2.1.4). */
export function areKeysOn(): boolean {
  return localStorage.getItem(key) !== 'off';
}

export function switchKeys(on: boolean): void {
  if (on) localStorage.removeItem(key);
  else localStorage.setItem(key, 'off');
}
