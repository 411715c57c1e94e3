/** Not in all browsers. Without it, the content security policy does not restrict text that becomes HTML. */
interface TrustedTypes {
  createPolicy: (name: string, rules: { createHTML: (html: string) => string | null }) => unknown;
}

let isAllowed = false;

/** The name `default` means that it decides about text that is used as HTML, by our code or the editor's. */
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
trustedTypes?.createPolicy('default', { createHTML: (html) => (isAllowed ? html : null) });

/**
 * While `read` runs, text may become HTML. For the editor's own icons, and for documents that are read
 * and never shown, in which scripts do not run.
 */
export function allowHtml<T>(read: () => T): T {
  const before = isAllowed;
  isAllowed = true;
  try {
    return read();
  } finally {
    isAllowed = before;
  }
}
