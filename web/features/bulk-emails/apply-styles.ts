/** As mail programs show what names no style; the bullets as the editor marks them. */
const usual = `
  body { font-family: system-ui, sans-serif; line-height: 1.5; margin: 1rem; overflow-wrap: anywhere; }
  li[data-list='bullet'] { list-style-type: disc; }
  a { pointer-events: none; }
`;

/**
 * Mails carry their styles inside, where our content security policy forbids them: they are read
 * from the text and given to the document as our own, which may only change how it looks.
 */
export function applyStyles(mail: Document): void {
  const Sheet = mail.defaultView?.CSSStyleSheet;
  if (Sheet === undefined) return;
  const texts = [...mail.querySelectorAll('style')].map(({ textContent }) => textContent ?? '');
  mail.adoptedStyleSheets = [usual, ...texts].map((text) => {
    const sheet = new Sheet();
    sheet.replaceSync(text);
    return sheet;
  });
  for (const element of mail.querySelectorAll<HTMLElement>('[style]')) {
    element.style.cssText = element.getAttribute('style') ?? '';
  }
}
