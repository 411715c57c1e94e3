// Draws web/app/public-layout/banner.svg and web/public/favicon.svg: `node scripts/draw-banner.mjs`.
// The seed is fixed, so that drawing again changes nothing that nobody changed here.
import { writeFileSync } from 'node:fs';
import { acaciaPath } from '#web/app/public-layout/acacia-path.ts';

const [width, height] = [1600, 1200];

// A springbok in a box of 100 by 100, its feet at y = 96, looking right.
const springbok =
  'M20 43C27 38.5 35 39.5 42 40.5C50 41 56 38.5 60.5 33C64.5 28 67.5 23 69.5 18.5L64 14C67 13.8 69.5 14.8 71 16C68.5 11 68.5 5 72 0C71.8 5 72 10 74.5 14.5C74.5 10 76 6 79.5 3C77.5 7 77 11 77.5 15.5L81 18L87.5 23C88.5 24.5 87 26 85 25.8L78.5 25.5C76.5 31 75 38 72 44.5C70.5 49 68.5 53 67 55.5L66.6 75L67.6 96H65L63 75.5L60.5 60L59.4 76L59 96H56.5L55.8 76L53.5 60C47 60.3 41 59.3 36 57.5L33.5 68L35 78.5L35.6 96H33L30.5 79L28.5 68.5L25.8 72.5L27.3 82.5L26.6 96H24L23.6 82.5L20.8 71C21.6 63 20.3 55 19.6 50.5L17.2 58.5L16.6 50C16.6 46.8 18 44.5 20 43Z';

/** Mulberry32: small, and the same numbers everywhere. */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A hill line: waves of falling length, smoothed by quadratic curves through the middles. */
function ridge(random, { base, rise, steps }) {
  const phases = [1, 2.3, 4.1].map((wave) => ({ wave, shift: random() * 6.3 }));
  const heightAt = (at) =>
    phases.reduce((sum, { wave, shift }) => sum + Math.sin(at * wave * 6.3 + shift) / wave, 0);
  const points = Array.from({ length: steps + 1 }, (_, step) => [
    Math.round((step / steps) * width),
    Math.round(base - rise * (heightAt(step / steps) + (random() - 0.5) * 0.25)),
  ]);
  const curves = points.slice(1).map(([x, y], index) => {
    const [x0, y0] = points[index];
    return `Q${x0} ${y0} ${Math.round((x0 + x) / 2)} ${Math.round((y0 + y) / 2)}`;
  });
  return `M0 ${height}V${points[0][1]}${curves.join('')}H${width}V${height}Z`;
}

/** Blades in loose tufts, taller towards the reader. */
function grass(random, { tufts, from, to, tallest }) {
  const blades = [];
  for (let tuft = 0; tuft < tufts; tuft += 1) {
    const x = Math.round(random() * width);
    const y = Math.round(from + random() * (to - from));
    for (let blade = 0; blade < 3; blade += 1) {
      const lean = Math.round((random() - 0.4) * tallest * 0.7);
      const tall = Math.round(tallest * (0.5 + random() * 0.5));
      blades.push(
        `M${x + blade * 6} ${y}q${Math.round(lean / 4)}-${Math.round(tall * 0.7)} ${lean}-${tall}`,
      );
    }
  }
  return blades.join('');
}

/** A negative size looks the other way. */
function placed(id, x, y, size) {
  return `<use href="#${id}" transform="translate(${x} ${y})scale(${size} ${Math.abs(size)})translate(-50 -97)"/>`;
}

function banner() {
  const random = randomFrom(27);
  const far = ridge(random, { base: 812, rise: 34, steps: 9 });
  const middle = ridge(random, { base: 880, rise: 26, steps: 8 });
  const near = ridge(random, { base: 960, rise: 18, steps: 7 });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMax slice">
<defs>
<linearGradient id="s" x2="0" y2="1"><stop stop-color="#123126"/><stop offset=".3" stop-color="#1f4d3a"/><stop offset=".48" stop-color="#4c7558"/><stop offset=".58" stop-color="#b5a863"/><stop offset=".66" stop-color="#eebb57"/><stop offset=".72" stop-color="#f9dc9b"/></linearGradient>
<radialGradient id="g"><stop stop-color="#fff3cf" stop-opacity=".9"/><stop offset=".22" stop-color="#fde3a5" stop-opacity=".6"/><stop offset=".5" stop-color="#f7cf7d" stop-opacity=".22"/><stop offset="1" stop-color="#f2b84b" stop-opacity="0"/></radialGradient>
<linearGradient id="p" x2="0" y2="1"><stop stop-color="#24442c"/><stop offset="1" stop-color="#0d2118"/></linearGradient>
<path id="t" d="${acaciaPath}"/>
<path id="a" d="${springbok}"/>
</defs>
<path fill="url(#s)" d="M0 0H${width}V${height}H0z"/>
<circle cx="700" cy="752" r="430" fill="url(#g)"/>
<circle cx="700" cy="752" r="70" fill="#fff1c9"/>
<path fill="#b59d58" d="${far}"/>
<path fill="#728352" d="${middle}"/>
<g fill="#56703f">${placed('t', 560, 893, 0.5)}${placed('t', 1240, 880, -0.62)}${placed('t', 1330, 884, 0.4)}${placed('t', 250, 880, 0.55)}</g>
<path fill="#43643f" d="${near}"/>
<g fill="#1d3d2a">${placed('t', 960, 1012, 4.3)}${placed('t', 160, 985, -2.4)}${placed('t', 1460, 990, 1.7)}</g>
<path fill="url(#p)" d="M0 1004Q400 962 800 992T1600 978V${height}H0z"/>
<g fill="#12291d">${placed('a', 640, 1000, 0.92)}${placed('a', 540, 1000, -0.8)}${placed('a', 716, 1002, 0.62)}</g>
<g fill="none" stroke-linecap="round"><path stroke="#b98f3f" stroke-width="2" d="${grass(random, { tufts: 12, from: 1016, to: 1110, tallest: 36 })}"/><path stroke="#0a1a13" stroke-width="5" d="${grass(random, { tufts: 36, from: 1196, to: 1222, tallest: 84 })}"/></g>
</svg>
`;
}

function favicon() {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128"><circle cx="64" cy="64" r="64" fill="#1f4d3a"/><circle cx="64" cy="66" r="30" fill="#f2b84b"/><path fill="#fbfaf6" transform="translate(14 9)" d="${acaciaPath}"/></svg>
`;
}

const root = new URL('..', import.meta.url);
writeFileSync(new URL('web/app/public-layout/banner.svg', root), banner());
writeFileSync(new URL('web/public/favicon.svg', root), favicon());
