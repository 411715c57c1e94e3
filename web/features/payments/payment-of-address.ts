import { type PaymentKind, paymentKinds } from '#contract/payments.ts';
import { useParams } from '#web/app/router/use-router.ts';

/** What the address says is to be paid; null where it says nothing that there is. */
export interface PaymentOfAddress {
  kind: PaymentKind | null;
  id: string | null;
}

export function usePaymentOfAddress(): PaymentOfAddress {
  return paymentOf(useParams());
}

/** Without a type it is a subscription (rules §7); a type alone lacks its id. */
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
