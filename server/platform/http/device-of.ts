/** Tested in this order, because most browsers also name the ones that they imitate. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/\S+ .*Safari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** The real ones have some 200 letters. The patterns would take 20 ms for a header of 15 KB. */
const longestUserAgent = 500;

export const unknownDevice = 'Unknown device';

/** The browser and the system of a user agent in words: one of a few, whatever a client sends. */
export function deviceOf(userAgent: string | undefined): string {
  const read = userAgent?.slice(0, longestUserAgent) ?? '';
  const nameIn = (names: typeof browsers) => names.find(([pattern]) => pattern.test(read))?.[1];
  const [browser, system] = [nameIn(browsers), nameIn(systems)];
  if (browser === undefined) return system ?? unknownDevice;
  return system === undefined ? browser : `${browser} on ${system}`;
}
