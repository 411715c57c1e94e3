/** The pictures of the README, taken from the demo: `node scripts/take-screenshots.ts`. */
import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser } from '@playwright/test';
import { demoPassword } from './demo/fill.ts';
import { findChromium } from './testing/find-chromium.ts';

const folder = fileURLToPath(new URL('../docs/images/', import.meta.url));
const port = 3199;
const url = `http://localhost:${port}`;
const wide = { width: 1280, height: 800 };
const phone = { width: 360, height: 740 };

const pictures = [
  { name: 'sign-in', path: '/login', viewport: wide },
  { name: 'members', path: '/admin/member', viewport: wide },
  { name: 'invoices', path: '/admin/invoice?isPaid=unpaid', viewport: wide },
  { name: 'donations', path: '/admin/donations', viewport: wide },
  { name: 'company-info', path: '/admin/companyinfo', viewport: wide },
  { name: 'register-phone', path: '/register', viewport: phone },
  { name: 'donate-phone', path: '/donate', viewport: phone },
] as const;

const dataDir = await mkdtemp(join(tmpdir(), 'membership-pictures-'));
await chmod(dataDir, 0o711);
const demo = spawn(process.execPath, ['scripts/demo.ts'], {
  env: { PATH: process.env['PATH'], PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
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
  for (const { name, path, viewport } of pictures) {
    const page = await browser.newPage({ viewport });
    await page.goto(`${url}/favicon.svg`);
    if (path.startsWith('/admin')) {
      await page.evaluate((value) => localStorage.setItem('token', value), token);
    }
    await page.goto(url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: join(folder, `${name}.png`) });
    await page.close();
  }
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
  for (let tries = 0; tries < 600; tries += 1) {
    const reply = await fetch(`${url}/readyz`).catch(() => null);
    if (reply?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('the demo was not ready in two minutes');
}
