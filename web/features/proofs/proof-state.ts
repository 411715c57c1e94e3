import { type Proof, proofAdminTexts as texts } from '#contract/proofs/admin-endpoints.ts';

/** Whether somebody has to look at it. */
export function proofState({ dealtWithUtc, invoiceState }: Proof): string {
  if (dealtWithUtc !== null) return texts.dealtWith;
  return {
    open: texts.waits,
    void: texts.waitsVoid,
    writtenOff: texts.waitsWrittenOff,
    paid: texts.paid,
  }[invoiceState];
}
