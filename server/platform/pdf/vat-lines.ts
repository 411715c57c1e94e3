import { formatRand } from '#contract/money.ts';
import { vatWithin } from '#contract/vat.ts';
import type { Issuer } from '#server/platform/db/tables.ts';

export interface VatLine {
  label: string;
  value: string;
}

/** None unless the issuer was registered for VAT when the invoice was issued. product-rules 6.17. */
export function vatLines({ vat }: Issuer, amountCents: number): VatLine[] {
  if (vat === undefined) return [];
  const contained = formatRand(vatWithin(amountCents, vat.percent) / 100);
  return [
    { label: `Includes VAT at ${vat.percent} %`, value: contained },
    { label: 'VAT registration number', value: vat.number },
  ];
}
