/**
 * How soon a public page or My Profile can be read on a slow phone, and whether it moves:
 * `node bench/page-loads.ts`. Chromium itself is slowed: 1.6 Mbit/s, 150 ms, and the processor of a
 * cheap phone: a quarter as fast, or as an optional number says. Exits 1 when the largest contentful
 * paint comes after 2.5 s, when the registration can be used only after 2 s, when anything moves, or when
 * a page does not go on with what is drawn.
 */
import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '../scripts/testing/find-chromium.ts';
import { openAdmin } from '#test/e2e/fixtures/administrator.ts';
import { administrator, startFreshServer } from '#test/e2e/fixtures/running-server.ts';

const longestPaintMs = 2500;
const longestRegistrationMs = 2000;
/** A thousandth is less than a pixel. */
const largestShift = 0.001;
const timesSlower = Number(process.argv[2] ?? 4);
const id = '00000000-0000-4000-8000-000000000000';
const addresses = [
  '/',
  '/login',
  `/login/${id}`,
  '/register',
  '/donate',
  '/forgot-password',
  `/reset-password?token=x&email=thandi@example.org`,
  '/unsubscribe?token=x',
  '/privacy',
  `/payment/donation/return/${id}`,
  `/payment/donation/cancelled/${id}`,
  `/payment/payfast-redirect/donation/${id}`,
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
  /** React answers to clicks and keys. */
  usable: number;
  shift: number;
  /** What moved, and what went wrong. */
  moved: string[];
}

interface Visit {
  address: string;
  /** The label of the address in the output. */
  name: string;
  token?: string;
}

const { email: ADMIN_EMAIL, password: ADMIN_PASSWORD } = administrator;
const quiet = { LOG_LEVEL: 'warn', RATE_LIMITS: 'off' };
const server = await startFreshServer({ ...quiet, ADMIN_EMAIL, ADMIN_PASSWORD });
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
});
let isOver = false;
try {
  const visits = await everyVisit();
  for (const [screen, viewport] of Object.entries(screens)) {
    for (const visit of visits) {
      const { paint, usable, shift, moved } = await load(browser, viewport, visit);
      const isLate =
        paint > longestPaintMs || (visit.name === '/register' && usable > longestRegistrationMs);
      const bad = isLate || shift >= largestShift || moved.length > 0;
      isOver ||= bad;
      const line = `${screen.padEnd(8)}${visit.name.padEnd(44)}${milliseconds(paint)}${milliseconds(usable)}${shift.toFixed(4).padStart(9)}`;
      console.log(`${line}${bad ? '  OVER' : ''}${moved.map((what) => `\n    ${what}`).join('')}`);
    }
  }
} finally {
  await browser.close();
  await server.stop();
}
process.exitCode = isOver ? 1 : 0;

function milliseconds(time: number): string {
  return `${String(Math.round(time)).padStart(6)} ms`;
}

/** Each page as a stranger opens it, the payment pages of a donation too, and My Profile of members who have paid or not. */
async function everyVisit(): Promise<Visit[]> {
  const office = openAdmin(server);
  const donation = await office.donated('Credit Card', 250);
  const waiting = await office.registered();
  const paid = await office.registered();
  await office.settle(paid.invoiceId);
  const profile = '/member/profile';
  return [
    ...addresses.map((address) => ({
      address,
      name: address.replace(/\?.*/, '').replace(id, 'unknown'),
    })),
    ...['return', 'cancelled'].map((page) => ({
      address: `/payment/donation/${page}/${donation.id}`,
      name: `/payment/donation/${page}/unpaid`,
    })),
    { address: profile, name: `${profile}, paid`, token: await office.tokenOf(paid.email) },
    { address: profile, name: `${profile}, to pay`, token: await office.tokenOf(waiting.email) },
  ];
}

async function load(
  from: Browser,
  viewport: typeof screens.phone,
  { address, token }: Visit,
): Promise<Load> {
  const context = await from.newContext({ viewport, isMobile: viewport.width < 500 });
  const page = await context.newPage();
  const wrong: string[] = [];
  page.on('pageerror', ({ message }) => wrong.push(message));
  await page.addInitScript(watch);
  if (token !== undefined) {
    await page.addInitScript((session) => localStorage.setItem('token', session), token);
  }
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', slow);
  await session.send('Emulation.setCPUThrottlingRate', { rate: timesSlower });
  await page.goto(server.url + address);
  await page.waitForLoadState('networkidle');
  // What the last answer changed has been drawn.
  await page.evaluate(() => new Promise((drawn) => setTimeout(drawn, 500)));
  const seen = await page.evaluate(() => (window as unknown as { seen: Load }).seen);
  await context.close();
  return { ...seen, moved: [...seen.moved, ...wrong] };
}

/** Runs in the page, before anything of it. */
function watch(): void {
  const seen: Load = { paint: 0, usable: 0, shift: 0, moved: [] };
  Object.assign(window, { seen });
  const look = () => {
    const first = document.getElementById('root')?.firstElementChild;
    // React leaves a mark on the elements that it renders or hydrates.
    if (Object.keys(first ?? {}).some((key) => key.startsWith('__react')))
      seen.usable = performance.now();
    else requestAnimationFrame(look);
  };
  look();
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
