/**
 * How soon a public page can be read on a slow phone, and whether it moves: `node bench/page-loads.ts`.
 * Chromium itself is slowed: 1.6 Mbit/s, 150 ms, a processor a quarter as fast. Exits 1 when a page is
 * over what docs and issue ask: largest contentful paint under 2.5 s, layout shift under 0.01.
 */
import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '../scripts/testing/find-chromium.ts';
import { startFreshServer } from '../e2e/fixtures/running-server.ts';

const longestPaintMs = 2500;
const largestShift = 0.01;
const id = '00000000-0000-4000-8000-000000000000';
const addresses = [
  '/login',
  '/register',
  '/donate',
  '/forgot-password',
  `/reset-password?token=x&email=thandi@example.org`,
  '/unsubscribe?token=x',
  '/privacy',
  `/payment/donation/return/${id}`,
  `/payment/donation/cancelled/${id}`,
];
const screens = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 800 } };
const slow = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 94_000,
};

interface Load {
  paint: number;
  shift: number;
  /** What moved. */
  moved: string[];
}

const server = await startFreshServer({ LOG_LEVEL: 'warn', RATE_LIMITS: 'off' });
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
});
let isOver = false;
try {
  for (const [screen, viewport] of Object.entries(screens)) {
    for (const address of addresses) {
      const { paint, shift, moved } = await load(browser, viewport, server.url + address);
      const bad = paint > longestPaintMs || shift >= largestShift;
      isOver ||= bad;
      const path = address.replace(/\?.*/, '').replace(id, ':id').padEnd(36);
      const line = `${screen.padEnd(8)}${path}${String(Math.round(paint)).padStart(6)} ms${shift.toFixed(4).padStart(9)}`;
      console.log(`${line}${bad ? '  OVER' : ''}${moved.map((what) => `\n    ${what}`).join('')}`);
    }
  }
} finally {
  await browser.close();
  await server.stop();
}
process.exitCode = isOver ? 1 : 0;

async function load(from: Browser, viewport: typeof screens.phone, url: string): Promise<Load> {
  const context = await from.newContext({ viewport, isMobile: viewport.width < 500 });
  const page = await context.newPage();
  await page.addInitScript(watch);
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', slow);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(url);
  await page.waitForLoadState('networkidle');
  // What the last answer changed has been drawn.
  await page.evaluate(() => new Promise((drawn) => setTimeout(drawn, 500)));
  const seen = await page.evaluate(() => (window as unknown as { seen: Load }).seen);
  await context.close();
  return seen;
}

/** Runs in the page, before anything of it. */
function watch(): void {
  const seen: Load = { paint: 0, shift: 0, moved: [] };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.paint = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Element | null }[];
    })[]) {
      if (entry.hadRecentInput) continue;
      seen.shift += entry.value;
      const names = entry.sources.map(({ node }) => node?.className || node?.nodeName);
      seen.moved.push(
        `${Math.round(entry.startTime)} ms, ${entry.value.toFixed(4)}: ${names.join(', ')}`,
      );
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
