import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { largestBody, receiveFields, textOf } from '#server/platform/payfast/fields.ts';
import { checkForm, type PostedForm } from './check-form.ts';
import { notify } from './notify.ts';
import { paymentPage, problemsPage } from './pages.ts';
import { isOurPayment } from './payment-number.ts';
import type { SimulatorDeps } from './simulator-deps.ts';

const base = '/payfast-simulator';
const hidden = { schema: { hide: true }, bodyLimit: largestBody };
const lateMs = 20_000;

/** The product's own stand-in for the card provider, for tests and for trying things out. */
export async function serveSimulator(app: FastifyInstance, deps: SimulatorDeps): Promise<void> {
  const style = await readFile(new URL('style.css', import.meta.url));
  const later = startLater(app);
  app.get(`${base}/style.css`, hidden, (_request, reply) => reply.type('text/css').send(style));

  app.post(`${base}/eng/process`, hidden, (request, reply) => {
    const body = bytesOf(request);
    const { form, problems } = checkForm(body, deps);
    if (form === null) return showProblems(reply, deps, problems);
    return show(reply, deps, paymentPage({ form, body, payee: payeeOf(deps) }));
  });

  app.post(`${base}/eng/pay`, hidden, async (request, reply) => {
    const given = new Map(
      receiveFields(bytesOf(request))
        .map(textOf)
        .map(({ name, value }) => [name, value]),
    );
    const body = Buffer.from(given.get('form') ?? '', 'base64url');
    const { form, problems } = checkForm(body, deps);
    if (form === null) return showProblems(reply, deps, problems);
    const choose = choices.get(given.get('choice') ?? '');
    if (choose === undefined) return showProblems(reply, deps, ['choice : is required']);
    return reply.redirect(await choose(deps, form, later), 303);
  });

  app.post(`${base}/eng/query/validate`, hidden, (request, reply) =>
    reply
      .type('text/plain')
      .send(isOurPayment(deps.secret, bytesOf(request)) ? 'VALID' : 'INVALID'),
  );
}

type Later = (task: () => Promise<void>, ms: number) => void;
type Choose = (deps: SimulatorDeps, form: PostedForm, later: Later) => Promise<string>;

/** The effect of each button and the page that follows. */
const choices = new Map<string, Choose>([
  ['pay', (deps, form) => end(deps, form, 'COMPLETE')],
  ['fail', (deps, form) => end(deps, form, 'FAILED')],
  // The provider sends no notification for a cancelled single payment.
  ['cancel', async (_site, form) => form.values.get('cancel_url') ?? ''],
  [
    'late',
    async (deps, form, later) => {
      later(() => notify(deps, form, 'COMPLETE'), deps.lateMs ?? lateMs);
      return form.values.get('return_url') ?? '';
    },
  ],
]);

async function end(deps: SimulatorDeps, form: PostedForm, status: 'COMPLETE' | 'FAILED') {
  await notify(deps, form, status);
  return form.values.get('return_url') ?? '';
}

/** Pending notifications are dropped when the application stops. */
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

function payeeOf({ publicUrl, settings }: SimulatorDeps): string {
  return `${new URL(publicUrl).host}, merchant ${settings.merchantId}`;
}

function showProblems(reply: FastifyReply, deps: SimulatorDeps, problems: string[]) {
  return show(reply.status(400), deps, problemsPage(problems));
}

function show(reply: FastifyReply, { publicUrl }: SimulatorDeps, page: string) {
  // Browsers hold a form to this also where its answer redirects to, which is the public address.
  const policy = `default-src 'none'; style-src 'self'; form-action 'self' ${new URL(publicUrl).origin}; base-uri 'none'; frame-ancestors 'none'`;
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .send(page);
}
