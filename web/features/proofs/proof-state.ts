import { type Proof, proofAdminTexts as texts } from '#contract/proofs/admin-endpoints.ts';

/** Whether somebody has to look at it. */
export function proofState({ dealtWithUtc, isOpen }: Proof): string {
  if (dealtWithUtc !== null) return texts.dealtWith;
  return isOpen ? texts.waits : texts.closed;
}
