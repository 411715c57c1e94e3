import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

/** Words on a ground of their own, which is the same in light and dark. */
const ownColours = ['avatar.module.css', 'public-layout.module.css'];
const themes = ['light', 'dark'] as const;
const grounds = ['page', 'surface', 'surface-sunken', 'surface-hover', 'surface-chosen'];

/** Each text on each ground it is used on: 4.5 to 1. */
const texts = [
  ...['text', 'text-muted', 'link', 'brand'].flatMap((text) => grounds.map((on) => [text, on])),
  ...['page', 'surface', 'surface-sunken', 'error-ground'].map((on) => ['error', on]),
  ...['text', 'text-muted', 'link'].map((text) => [text, 'error-ground']),
  ...['yellow', 'blue', 'green'].map((badge) => ['text', `${badge}-ground`]),
  ...['brand', 'accent', 'danger'].flatMap((button) => [
    [`on-${button}`, button],
    [`on-${button}`, `${button}-hover`],
  ]),
  ...['green', 'red', 'yellow', 'blue', 'grey'].map((name) => [`${name}-text`, `${name}-ground`]),
  ...['sidebar', 'sidebar-chosen'].map((on) => ['sidebar-text', on]),
  ['sidebar-muted', 'sidebar'],
];

/** What shows where a control is: 3 to 1. */
const controls = ['input-border', 'focus'].flatMap((line) =>
  ['page', 'surface', 'surface-sunken'].map((on) => [line, on]),
);

const tokens = new Map(
  [...readFileSync('web/ui/tokens.css', 'utf8').matchAll(/--([\w-]+): ([^;]+);/g)].map(
    ([, name = '', value = '']) => [name, value],
  ),
);

for (const theme of themes) {
  test(`each text can be read on its ground in ${theme}`, () => {
    assert.deepEqual(tooWeak(texts, 4.5, theme), []);
  });

  test(`the borders of fields and the focus can be seen in ${theme}`, () => {
    assert.deepEqual(tooWeak(controls, 3, theme), []);
  });
}

test('words take their colours from the tokens', () => {
  const files = globSync('web/**/*.css').filter(
    (path) => !['tokens.css', ...ownColours].some((name) => path.endsWith(`/${name}`)),
  );
  assert.ok(files.length > 50, `${files.length} style sheets`);
  const own = files.filter((path) =>
    /(?<![-\w])color:(?!\s*(?:var\(|inherit|currentcolor|transparent|GrayText|HighlightText))/i.test(
      readFileSync(path, 'utf8'),
    ),
  );
  assert.deepEqual(own, []);
});

function tooWeak(pairs: string[][], least: number, theme: (typeof themes)[number]): string[] {
  return pairs.flatMap(([text = '', ground = '']) => {
    const [light, dark] = [luminance(text, theme), luminance(ground, theme)].toSorted(
      (a, b) => b - a,
    );
    const ratio = ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
    return ratio < least ? [`${text} on ${ground}: ${ratio.toFixed(2)}`] : [];
  });
}

/** The relative luminance of WCAG 2. */
function luminance(name: string, theme: (typeof themes)[number]): number {
  const colours = (tokens.get(name) ?? '').match(/#[\da-f]{6}/g) ?? [];
  const colour = colours[theme === 'dark' ? colours.length - 1 : 0];
  assert.ok(colour, `no colour --${name}`);
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
