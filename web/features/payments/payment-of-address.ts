import { useParams } from 'react-router';
import { type PaymentKind, paymentKinds } from '#contract/payments/endpoints.ts';

/** The record in the address; null where the address is not valid. */
export interface PaymentOfAddress {
  kind: PaymentKind | null;
  id: string | null;
}

export function usePaymentOfAddress(): PaymentOfAddress {
  return paymentOf(useParams());
}

/** Without a type it is a subscription (product-rules 7.11); a type alone has no id. */
export function paymentOf(params: {
  type?: string | undefined;
  id?: string | undefined;
  invoiceId?: string | undefined;
}): PaymentOfAddress {
  const { type, id = null, invoiceId } = params;
  if (invoiceId === undefined) return { kind: kindOf(type), id };
  const lonely = kindOf(invoiceId);
  return lonely === null ? { kind: 'subscription', id: invoiceId } : { kind: lonely, id: null };
}

function kindOf(word: string | undefined): PaymentKind | null {
  return paymentKinds.find((kind) => kind === word) ?? null;
}
