import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { largestBody, receiveFields, textOf } from '#server/platform/payfast/fields.ts';
import { checkForm, type PostedForm } from './check-form.ts';
import { notify } from './notify.ts';
import { paymentPage, problemsPage } from './pages.ts';
import { isOurPayment } from './payment-number.ts';
import type { SimulatorSite } from './simulator-deps.ts';

const base = '/payfast-simulator';
const hidden = { schema: { hide: true }, bodyLimit: largestBody };
const lateMs = 20_000;

/** The product's own stand-in for the card provider, for tests and for trying things out. */
export async function serveSimulator(app: FastifyInstance, site: SimulatorSite): Promise<void> {
  const style = await readFile(new URL('style.css', import.meta.url));
  const later = startLater(app);
  app.get(`${base}/style.css`, hidden, (_request, reply) => reply.type('text/css').send(style));

  app.post(`${base}/eng/process`, hidden, (request, reply) => {
    const body = bytesOf(request);
    const { form, problems } = checkForm(body, site);
    if (form === null) return showProblems(reply, site, problems);
    return show(reply, site, paymentPage({ form, body, payee: payeeOf(site) }));
  });

  app.post(`${base}/eng/pay`, hidden, async (request, reply) => {
    const given = new Map(
      receiveFields(bytesOf(request))
        .map(textOf)
        .map(({ name, value }) => [name, value]),
    );
    const body = Buffer.from(given.get('form') ?? '', 'base64url');
    const { form, problems } = checkForm(body, site);
    if (form === null) return showProblems(reply, site, problems);
    const choose = choices.get(given.get('choice') ?? '');
    if (choose === undefined) return showProblems(reply, site, ['choice : is required']);
    return reply.redirect(await choose(site, form, later), 303);
  });

  app.post(`${base}/eng/query/validate`, hidden, (request, reply) =>
    reply
      .type('text/plain')
      .send(isOurPayment(site.secret, bytesOf(request)) ? 'VALID' : 'INVALID'),
  );
}

type Later = (task: () => Promise<void>, ms: number) => void;
type Choose = (site: SimulatorSite, form: PostedForm, later: Later) => Promise<string>;

/** What each button does, and where the payer goes then. */
const choices = new Map<string, Choose>([
  ['pay', (site, form) => end(site, form, 'COMPLETE')],
  ['fail', (site, form) => end(site, form, 'FAILED')],
  // The provider notifies nobody of a single payment that was given up.
  ['cancel', async (_site, form) => form.values.get('cancel_url') ?? ''],
  [
    'late',
    async (site, form, later) => {
      later(() => notify(site, form, 'COMPLETE'), site.lateMs ?? lateMs);
      return form.values.get('return_url') ?? '';
    },
  ],
]);

async function end(site: SimulatorSite, form: PostedForm, status: 'COMPLETE' | 'FAILED') {
  await notify(site, form, status);
  return form.values.get('return_url') ?? '';
}

/** What is still to come when the application ends is dropped. */
function startLater(app: FastifyInstance): Later {
  const timers = new Set<NodeJS.Timeout>();
  app.addHook('onClose', async () => {
    for (const timer of timers) clearTimeout(timer);
  });
  return (task, ms) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      void task();
    }, ms);
    timers.add(timer);
  };
}

function bytesOf(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

function payeeOf({ publicUrl, settings }: SimulatorSite): string {
  return `${new URL(publicUrl).host}, merchant ${settings.merchantId}`;
}

function showProblems(reply: FastifyReply, site: SimulatorSite, problems: string[]) {
  return show(reply.status(400), site, problemsPage(problems));
}

function show(reply: FastifyReply, { publicUrl }: SimulatorSite, page: string) {
  // Browsers hold a form to this also where its answer redirects to, which is the public address.
  const policy = `default-src 'none'; style-src 'self'; form-action 'self' ${new URL(publicUrl).origin}; base-uri 'none'; frame-ancestors 'none'`;
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .send(page);
}
