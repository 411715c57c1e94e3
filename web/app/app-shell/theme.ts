export const themes = ['System', 'Light', 'Dark'] as const;
export type Theme = (typeof themes)[number];

const key = 'theme';

/** `web/public/early.js` applies the same before the first paint. */
export function chosenTheme(): Theme {
  const stored = localStorage.getItem(key);
  return themes.find((theme) => theme.toLowerCase() === stored) ?? 'System';
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'System') {
    localStorage.removeItem(key);
    delete document.documentElement.dataset['theme'];
  } else {
    localStorage.setItem(key, theme.toLowerCase());
    document.documentElement.dataset['theme'] = theme.toLowerCase();
  }
}
