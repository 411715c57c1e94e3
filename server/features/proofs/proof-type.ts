import type { ProofType } from '#contract/proofs/admin-endpoints.ts';

const png = '\u0089PNG\r\n\u001a\n';

/** By the first bytes. Nothing is opened, so a hostile file costs no more than its size. */
export function proofTypeOf(content: Buffer): ProofType | null {
  const start = content.subarray(0, 64).toString('latin1');
  // Some banks put a byte order mark or a line break before it.
  if (/^(\u00ef\u00bb\u00bf)?\s{0,16}%PDF-\d/.test(start)) return 'application/pdf';
  if (start.startsWith('\u00ff\u00d8\u00ff')) return 'image/jpeg';
  if (start.startsWith(png)) return 'image/png';
  if (/^RIFF[\s\S]{4}WEBP/.test(start)) return 'image/webp';
  return /^[\s\S]{4}ftyp(hei[cmsx]|hev[cmsx]|mif1|msf1)/.test(start) ? 'image/heic' : null;
}

export const proofEndings: Readonly<Record<ProofType, string>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/heic': 'heic',
};
