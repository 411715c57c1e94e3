import { formatRand } from '#contract/money.ts';
import type { PostedForm } from './check-form.ts';
import { html, type Markup } from './html.ts';

interface Asked {
  form: PostedForm;
  /** The posted body. It is posted again with its signature, so that it cannot be altered. */
  body: Buffer;
  payee: string;
}

/** The payment page: payee, purpose, amount and the buttons to end the payment. */
export function paymentPage({ form, body, payee }: Asked): string {
  const amount = formatRand(form.amountCents / 100);
  const value = (name: string) => form.values.get(name) ?? '';
  const details: [string, string][] = [
    ['Pay to', payee],
    ['For', value('item_name')],
    ['From', `${value('name_first')} ${value('name_last')}`.trim()],
    ['Email', value('email_address')],
    ['Reference', value('m_payment_id')],
  ];
  return page(
    `Test payments: pay ${amount}`,
    html`<h1>Pay <strong>${amount}</strong></h1>
      <dl>
        ${details
          .filter(([, text]) => text !== '')
          .map(
            ([term, text]) =>
              html`<div>
                <dt>${term}</dt>
                <dd>${text}</dd>
              </div>`,
          )}
      </dl>
      <form method="post" action="/payfast-simulator/eng/pay">
        <input type="hidden" name="form" value="${body.toString('base64url')}" />
        <button class="pay" name="choice" value="pay">Pay ${amount}</button>
        <button name="choice" value="cancel">Cancel</button>
        <fieldset>
          <legend>What else can happen</legend>
          <button name="choice" value="late">Pay, but the notification comes late</button>
          <button name="choice" value="fail">Pay, but it fails</button>
        </fieldset>
      </form>`,
  );
}

export function problemsPage(problems: string[]): string {
  return page(
    'Test payments: this form can’t be paid',
    html`<h1>400 Bad Request</h1>
      <p>The supplied variables are not according to specification:</p>
      <ul>
        ${problems.map((problem) => html`<li>${problem}</li>`)}
      </ul>`,
  );
}

function page(title: string, content: Markup): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="stylesheet" href="/payfast-simulator/style.css" />
      </head>
      <body>
        <header>
          <p><strong>Test payments</strong></p>
          <p>This page stands in for PayFast. You need no card, and no money moves.</p>
        </header>
        <main>${content}</main>
      </body>
    </html>`.markup;
}
