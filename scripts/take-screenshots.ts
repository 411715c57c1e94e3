/**
 * The pictures of the README and of the guide, taken from the demo: `node scripts/take-screenshots.ts`, or with the
 * names of some.
 */
import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from '@playwright/test';
import sharp from 'sharp';
import { demoPassword } from '#contract/company-info/public-settings.ts';
import { findChromium } from './testing/find-chromium.ts';

const folder = fileURLToPath(new URL('../docs/images/', import.meta.url));
const port = 3199;
const url = `http://localhost:${port}`;
const wide = { width: 1280, height: 800 };
const phone = { width: 360, height: 740 };

/** The demo is the same each time, on the same day. */
const today = '2027-03-10T08:00:00Z';
/** A picture in the repository is fetched by everyone. */
const largest = 60_000;

interface Picture {
  name: string;
  path: string;
  viewport: typeof wide;
  /** The clicks before the screenshot. */
  press?: (page: Page) => Promise<void>;
}

const asAdmin = { viewport: wide };
const pictures: Picture[] = [
  { name: 'sign-in', path: '/login', viewport: wide },
  { name: 'register-phone', path: '/register', viewport: phone },
  { name: 'donate-phone', path: '/donate', viewport: phone },
  { name: 'members', path: '/admin/member', ...asAdmin },
  { name: 'member', path: '/admin/member', ...asAdmin, press: edit },
  { name: 'renewals', path: '/admin/member', ...asAdmin, press: askForRenewals },
  { name: 'invoices', path: '/admin/invoice?isPaid=unpaid', ...asAdmin },
  { name: 'process-payment', path: '/admin/invoice?isPaid=unpaid', ...asAdmin, press: pay },
  { name: 'donations', path: '/admin/donations', ...asAdmin },
  { name: 'member-type', path: '/admin/membertype?name=Individual', ...asAdmin, press: edit },
  { name: 'users', path: '/admin/users', ...asAdmin },
  { name: 'bulk-email', path: '/admin/bulkemails', ...asAdmin, press: openDraft },
  { name: 'mail-log', path: '/admin/maillog', ...asAdmin },
  { name: 'company-info', path: '/admin/companyinfo', ...asAdmin },
  // The newest entries of the demo are all alike.
  { name: 'audit-log', path: '/admin/audit?text=INV', ...asAdmin },
];

const named = process.argv.slice(2);
const wanted = pictures.filter(({ name }) => named.length === 0 || named.includes(name));

async function edit(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^Edit/ }).first().click();
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
}

async function openDraft(page: Page): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: 'Your membership ends on' });
  await row.getByRole('button', { name: /^More actions/ }).click();
  await row.getByRole('menuitem', { name: /^Edit/ }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
}

async function pay(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Process Payment/ })
    .first()
    .click();
  await page.getByRole('alertdialog').waitFor();
}

async function askForRenewals(page: Page): Promise<void> {
  await page.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: /^Select all/ }).click();
  await page.getByRole('button', { name: 'Send renewals' }).click();
  await page.getByRole('alertdialog').waitFor();
}

const dataDir = await mkdtemp(join(tmpdir(), 'membership-pictures-'));
await chmod(dataDir, 0o711);
const demo = spawn(process.execPath, ['scripts/demo.ts'], {
  env: {
    PATH: process.env['PATH'],
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    NOW: today,
  },
  stdio: 'inherit',
});
const ended = new Promise((resolve) => {
  demo.once('exit', resolve);
});
try {
  await untilReady();
  await mkdir(folder, { recursive: true });
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  await takeAll(browser);
  await browser.close();
} finally {
  demo.kill('SIGTERM');
  await ended;
  await rm(dataDir, { recursive: true, force: true });
}

async function takeAll(browser: Browser): Promise<void> {
  const token = await signIn();
  for (const { name, path, viewport, press } of wanted) {
    // Nothing moves, so that no picture is taken in between.
    const page = await browser.newPage({ viewport, reducedMotion: 'reduce', locale: 'en-ZA' });
    await page.clock.setFixedTime(today);
    await page.goto(`${url}/favicon.svg`);
    if (path.startsWith('/admin')) {
      await page.evaluate((value) => localStorage.setItem('token', value), token);
    }
    await page.goto(url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    await press?.(page);
    await page.waitForLoadState('networkidle');
    await writeFile(join(folder, `${name}.png`), await small(await page.screenshot()));
    await page.close();
  }
}

/** With as many colours as the size allows. */
async function small(picture: Buffer): Promise<Buffer> {
  for (const colours of [256, 128, 64, 32, 16]) {
    const packed = await sharp(picture)
      .png({ palette: true, colours, effort: 10, dither: 0 })
      .toBuffer();
    if (packed.length <= largest) return packed;
  }
  throw new Error(`a picture stays larger than ${largest} bytes`);
}

async function signIn(): Promise<string> {
  const reply = await fetch(`${url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@example.org', password: demoPassword }),
  });
  const { data } = (await reply.json()) as { data: { token: string } };
  return data.token;
}

async function untilReady(): Promise<void> {
  for (let tries = 0; tries < 1500; tries += 1) {
    const reply = await fetch(`${url}/readyz`).catch(() => null);
    if (reply?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('the demo was not ready in five minutes');
}
