import { Agent, request } from 'node:http';
import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import sharp from 'sharp';
import * as auth from '#contract/auth/endpoints.ts';
import { donate } from '#contract/donations/endpoints.ts';
import type { EndpointShape } from '#contract/endpoint.ts';
import { uploadProfilePicture } from '#contract/files.ts';
import { getInvoicePdf, searchInvoices } from '#contract/invoices/endpoints.ts';
import { updateMember } from '#contract/members/endpoints.ts';
import { downloadDataExport } from '#contract/privacy/data-export.ts';
import { register } from '#contract/registration/endpoints.ts';
import { generateInvoice } from '#contract/renewals/endpoints.ts';

/** The account that floods, and what it needs to. */
export interface FloodData {
  port: number;
  /** The one address that all of it comes from. */
  localAddress: string;
  token: string;
  memberId: string;
  invoiceId: string;
  registration: object;
  donation: object;
}

interface Sent {
  body?: string | Buffer;
  type?: string;
}

/**
 * A process that makes every expensive call from one account and one address, each again as soon as it is
 * answered, until a message stops it. Then it sends how often each status was answered.
 */
async function flood(data: FloodData): Promise<void> {
  const agent = new Agent({ keepAlive: true, localAddress: data.localAddress });
  const { token } = data;
  const counts: Record<string, number> = {};
  const stopping = new AbortController();
  process.once('message', () => stopping.abort());

  function send({ method, path }: EndpointShape | { method: string; path: string }, sent: Sent) {
    const { body = '', type = 'application/json' } = sent;
    const headers = {
      'content-type': type,
      'content-length': Buffer.byteLength(body),
      authorization: `Bearer ${token}`,
    };
    const call = { host: '127.0.0.1', port: data.port, method, agent, headers };
    return new Promise<void>((resolve) => {
      const count = (what: string) => {
        counts[what] = (counts[what] ?? 0) + 1;
        resolve();
      };
      const asked = request({ ...call, path: path.replace(':id', data.memberId) }, (reply) => {
        reply.on('end', () => count(`${path} ${reply.statusCode}`)).resume();
      });
      asked.on('error', () => count(`${path} no connection`)).end(body);
    });
  }

  const call = (endpoint: EndpointShape, body?: () => object) => () =>
    send(
      { method: endpoint.method, path: `/api${endpoint.path}` },
      body ? { body: JSON.stringify(body()) } : {},
    );
  const someone = () => `${randomBytes(6).toString('hex')}@example.org`;
  const form = await pictureForm();
  const calls: [number, () => Promise<void>][] = [
    [
      8,
      () =>
        send(
          { method: 'GET', path: `/api${getInvoicePdf.path.replace(':id', data.invoiceId)}` },
          {},
        ),
    ],
    [4, call(downloadDataExport)],
    [4, () => send({ method: 'POST', path: `/api${uploadProfilePicture.path}` }, form)],
    [
      2,
      call(generateInvoice, () => ({ memberId: data.memberId, amount: 450, paymentType: 'EFT' })),
    ],
    [2, call(updateMember, () => ({ firstName: someone().slice(0, 12) }))],
    [4, call(searchInvoices, () => ({}))],
    [8, call(auth.login, () => ({ email: someone(), password: 'Wrong123' }))],
    [
      8,
      call(auth.resetPassword, () => ({ email: someone(), token: 'x', newPassword: 'Secret123' })),
    ],
    [2, call(auth.forgotPassword, () => ({ email: someone() }))],
    [8, call(register, () => ({ ...data.registration, email: someone() }))],
    [4, call(donate, () => ({ ...data.donation, email: someone() }))],
    [4, () => send({ method: 'GET', path: '/register' }, {})],
    [2, () => send({ method: 'GET', path: '/api/openapi.json' }, {})],
  ];
  process.send?.('started');
  await Promise.all(
    calls.flatMap(([clients, again]) =>
      Array.from({ length: clients }, async () => {
        while (!stopping.signal.aborted) {
          await again();
          // As over a network.
          await setTimeout(20);
        }
      }),
    ),
  );
  agent.destroy();
  process.send?.(counts);
  process.disconnect();
}

/** As many pixels as are accepted, in a format that cannot be decoded in part. */
async function pictureForm(): Promise<Required<Sent>> {
  const picture = await sharp({
    create: { width: 7900, height: 5000, channels: 3, background: 'red' },
  })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('file', new File([new Uint8Array(picture)], 'me.png', { type: 'image/png' }));
  const whole = new Response(form);
  return {
    body: Buffer.from(await whole.arrayBuffer()),
    type: whole.headers.get('content-type') ?? '',
  };
}

await flood(JSON.parse(process.argv[2] ?? '') as FloodData);
