import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import test from 'node:test';
import { uploadLogo } from '#contract/company-info/logo.ts';
import { callApi } from '#test/support/call.ts';
import { naledi } from '#test/support/people.ts';
import { asFile, halves } from '#test/support/pictures.ts';
import { openTestApp } from '#test/support/app.ts';

const pages = new URL('../../../../dist/web/', import.meta.url);
const skip = existsSync(new URL('index.html', pages)) ? false : 'the pages are not built';

const app = await openTestApp();
const tls = await openTestApp({
  PUBLIC_URL: 'https://members.example.org',
  RATE_LIMITS: 'on',
  PAYFAST_MODE: 'sandbox',
});
const get = (url: string, to = app) => to.fastify.inject(url);

const policy = Object.entries({
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data: blob:",
  'connect-src': "'self'",
  'manifest-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
  'frame-src': "'self'",
  'require-trusted-types-for': "'script'",
  'trusted-types': 'default',
  'report-uri': '/policy-reports',
});

function policyOf(headers: Record<string, unknown>): Map<string, string> {
  const text = String(headers['content-security-policy']);
  return new Map(
    text.split(';').map((directive) => {
      const [name = '', ...values] = directive.trim().split(' ');
      return [name, values.join(' ')];
    }),
  );
}

test('pages, API replies, errors and health replies have the security headers', async () => {
  for (const url of ['/', '/api/membertypes', '/api/nothing', '/api/members', '/healthz']) {
    const { headers } = await get(url);
    const directives = policyOf(headers);
    for (const [name, value] of policy) {
      assert.ok(directives.get(name)?.startsWith(value), `${url}: ${name}`);
    }
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.equal(headers['x-powered-by'], undefined);
    assert.match(String(headers['x-request-id']), /^[\da-f-]{36}$/);
  }
});

test('no policy allows inline scripts, eval or other hosts', async () => {
  for (const url of ['/', '/api/docs', '/api/membertypes']) {
    const directives = policyOf((await get(url)).headers);
    assert.equal(directives.get('script-src'), "'self'");
    assert.equal(directives.get('default-src'), "'none'");
    assert.equal(directives.get('frame-ancestors'), "'none'");
    directives.delete('form-action');
    for (const value of directives.values()) assert.doesNotMatch(value, /\*|http|unsafe-eval/);
  }
});

test('forms can be sent only to the application and the card provider', async () => {
  const ours = policyOf((await get('/')).headers).get('form-action');
  assert.equal(ours, "'self' http://localhost:3000");
  const theirs = policyOf((await get('/', tls)).headers).get('form-action');
  assert.equal(theirs, "'self' https://sandbox.payfast.co.za https://payment.payfast.io");
});

test('the frame of bulk emails runs no scripts, loads nothing from elsewhere, and shows only inside our pages', async () => {
  const reply = await get('/mail-frame');
  assert.equal(reply.statusCode, 200);
  const directives = policyOf(reply.headers);
  assert.deepEqual(Object.fromEntries(directives), {
    'default-src': "'none'",
    'style-src': "'unsafe-inline'",
    'img-src': "'self' data: blob:",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'self'",
    sandbox: 'allow-same-origin',
  });
  assert.equal(reply.headers['x-frame-options'], 'SAMEORIGIN');
  assert.doesNotMatch(reply.body, /script/);
});

test('the HSTS header is sent only when the public URL uses https', async () => {
  assert.equal((await get('/healthz')).headers['strict-transport-security'], undefined);
  assert.match(
    String((await get('/healthz', tls)).headers['strict-transport-security']),
    /^max-age=\d{7,}/,
  );
});

test('API replies are not cached, and health replies contain no details', async () => {
  for (const url of [
    '/api/membertypes',
    '/api/members',
    '/%61pi/members',
    '/api/nothing',
    '/api',
  ]) {
    assert.equal((await get(url)).headers['cache-control'], 'no-store');
  }
});

test('request ids are our own, a new one for each request', async () => {
  const ids = await Promise.all(
    [1, 2].map(async () => {
      const headers = { 'x-request-id': 'mine', 'request-id': 'mine' };
      const reply = await app.fastify.inject({ url: '/api/membertypes', headers });
      return reply.headers['x-request-id'];
    }),
  );
  assert.equal(new Set([...ids, 'mine']).size, 3);
});

test(
  'any address that may be a page is the page; the link of a reset mail is',
  { skip },
  async () => {
    const addresses = [
      '/',
      '/login',
      '/reset-password?token=abc&email=thandi%40example.org',
      '/reset-password?token=abc&email=thandi@example.org',
      '/payment/subscription/return/1?x=/api/y.js',
      '/admin/member?name=a.b',
      '/admin/bulkemails/00000000-0000-4000-8000-000000000000/recipients',
      '/register/',
    ];
    for (const url of addresses) {
      const reply = await get(url);
      assert.equal(reply.statusCode, 200, url);
      assert.match(String(reply.headers['content-type']), /^text\/html; charset=utf-8$/);
      assert.equal(reply.headers['cache-control'], 'no-cache');
      // Data is no script: it never runs.
      const scripts = reply.body.replace('<script type="application/json"', '');
      assert.doesNotMatch(scripts, /<script(?![^>]*\bsrc=)/);
      assert.doesNotMatch(reply.body, / on\w+=|style=/);
    }
    const head = await app.fastify.inject({ method: 'HEAD', url: '/login' });
    assert.deepEqual([head.statusCode, head.body], [200, '']);
  },
);

test(
  'an unknown address is a 404: of plain words with the page, which says so, else without',
  { skip },
  async () => {
    for (const url of ['/nowhere', '/admin', '/admin/member/x/y', '/member', '/registers?x=1']) {
      const reply = await get(url);
      assert.equal(reply.statusCode, 404, url);
      assert.match(reply.body, /<div id="root">/, url);
    }
    const fromPrograms = [
      '/.git/config',
      '/.git/',
      '/api-docs',
      '/apiary',
      '/wp-login.php',
      '/wp-content/x.php/y',
      '/admin/member/.git',
      '/login/%2ehtaccess',
      '/login/..%2f..%2fetc%2fpasswd',
      '/..%2f..%2fetc%2fpasswd',
      '/login;x=1',
      '/admin//member',
      '/%00',
      '/caf%C3%A9',
      '/@vite/client',
    ];
    for (const url of fromPrograms) {
      const reply = await get(url);
      assert.equal(reply.statusCode, 404, url);
      assert.equal(reply.json().success, false, url);
    }
  },
);

test('a missing file and a path outside the build folder are a 404', { skip }, async () => {
  const addresses = ['/missing.js', '/assets/missing-abc.css?v=1', '/.env', '/server/config.ts'];
  const climbing = [
    '/..%2f..%2fpackage.json',
    '/%2e%2e/package.json',
    '/assets/..%5c..%5cpackage.json',
  ];
  for (const url of [...addresses, ...climbing]) {
    const reply = await get(url);
    assert.equal(reply.statusCode, 404, url);
    assert.equal(reply.json().success, false);
  }
  assert.equal((await app.fastify.inject({ method: 'POST', url: '/login' })).statusCode, 404);
});

test('built files are served, and hashed ones are cached for a year', { skip }, async () => {
  const files = globSync('assets/*.js', { cwd: pages });
  assert.ok(files.length > 0);
  const reply = await get(`/${files[0]?.replaceAll('\\', '/')}`);
  assert.equal(reply.statusCode, 200);
  assert.match(String(reply.headers['cache-control']), /immutable/);
});

test('the API documentation page uses only local files and has its own policy', async () => {
  const page = await get('/api/docs');
  assert.equal(page.statusCode, 200);
  assert.doesNotMatch(page.body, /https?:\/\//);
  assert.doesNotMatch(page.body, /<script(?![^>]*\bsrc=)/);
  const files = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
  assert.equal(files.length, 3);
  for (const file of [...files, '/api/docs/index.css']) {
    const reply = await get(file);
    assert.equal(reply.statusCode, 200, file);
    assert.match(String(reply.headers['content-type']), /^text\/(css|javascript)/);
    assert.ok(reply.body.length > 40);
  }
  assert.match((await get('/api/docs/start.js')).body, /url: '\/api\/openapi\.json'/);
  for (const file of ['package.json', '..%2fpackage.json', 'constructor', '__proto__']) {
    assert.equal((await get(`/api/docs/${file}`)).statusCode, 404, file);
  }
});

test(
  'public pages come drawn, with what they would ask for; the others come empty',
  { skip },
  async () => {
    const drawn = (await get('/register')).body;
    assert.match(drawn, /<title>Register · /);
    for (const words of ['Individual', 'R450.00', 'Postal address', 'Next']) {
      assert.ok(drawn.includes(words), words);
    }
    // A form that is sent before the application listens puts nothing into the address.
    assert.doesNotMatch(drawn, /<form(?! method="dialog")/);
    assert.match((await get('/donate/')).body, /EFT/);
    // What these show depends on the token in the address, so the browser draws them again.
    for (const url of ['/consent', '/unsubscribe', '/reset-password', '/proof-of-payment']) {
      const { body } = await get(`${url}?token=test`);
      assert.match(body, /<h1/, url);
      assert.doesNotMatch(body, /data-hydrate/, url);
    }
    assert.match(drawn, /data-hydrate="\/register"/);
    for (const url of ['/admin/member', '/member/profile', '/nowhere']) {
      const { body } = await get(url);
      assert.match(body, /<div id="root"><\/div>/, url);
      // What stands above every page is known at once.
      assert.match(body, /<script type="application\/json" id="given">\{"GET \/site":/, url);
    }
    assert.match(
      (await get('/member/profile')).body,
      /modulepreload" crossorigin href="[^"]*profile-page/,
    );
    for (const url of ['/drawn/prerender.js', '/drawn/documents.json', '/.vite/manifest.json']) {
      assert.equal((await get(url)).statusCode, 404, url);
    }
  },
);

test(
  'a rendered page is refreshed when its data changes and escapes the data',
  { skip },
  async () => {
    const name = '</script><img src=x onerror=alert(1)>';
    await app.db.updateTable('company_info').set({ name }).execute();
    const { body } = await get('/privacy');
    assert.ok(body.includes('&lt;/script&gt;&lt;img src=x'));
    assert.doesNotMatch(body, /<img/);
    await app.db.updateTable('company_info').set({ name: 'The Game Association' }).execute();
    assert.match((await get('/privacy')).body, /The Game Association/);
  },
);

test(
  'the first HTML of every public page has the name and the logo, and its title has the name',
  { skip },
  async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    const addresses = [
      '/',
      '/login',
      `/login/${id}`,
      '/register',
      '/donate',
      '/forgot-password',
      '/reset-password?token=a&email=b',
      '/unsubscribe?token=a',
      '/privacy',
      `/payment/donation/return/${id}`,
      `/payment/donation/cancelled/${id}`,
      `/payment/payfast-redirect/donation/${id}`,
      `/payment/payfast-redirect/${id}`,
    ];
    await app.db.updateTable('company_info').set({ name: 'Bosveld & Kie' }).execute();
    const admin = await naledi(app);
    const params = await app.db.selectFrom('company_info').select('id').executeTakeFirstOrThrow();
    const file = asFile(await halves('png', 200, 100));
    const { data: logo } = await callApi(app, uploadLogo, { params, file }, admin);
    for (const address of addresses) {
      const { body } = await get(address);
      assert.match(body, /<title>[\w ]+ · Bosveld &amp; Kie<\/title>/, address);
      assert.ok(body.includes('>Bosveld &amp; Kie</p>'), address);
      assert.ok(body.includes(`<img src="${logo}" width="200" height="100"`), address);
    }
    for (const address of ['/member/profile', '/admin/member']) {
      assert.ok((await get(address)).body.includes('<title>Bosveld &amp; Kie</title>'), address);
    }
    await app.db.updateTable('company_info').set({ name: '', logo: null }).execute();
    const { body } = await get('/donate');
    assert.match(body, /<title>Donate · Membership<\/title>/);
    assert.doesNotMatch(body, /<img/);
  },
);
