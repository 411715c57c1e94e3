const hidden = 'data-style';

/**
 * Pasted HTML as the content security policy lets it be read: with an inline style or a `<style>`, the
 * browser would report each as a violation, although the document is never shown.
 */
export function hideStyles(html: string): string {
  return html
    .replaceAll(/<(\/?)style\b/gi, '<$1template')
    .replaceAll(/<[a-z][^<>]*>/gi, (tag) => tag.replaceAll(/\sstyle(?=\s*=)/gi, ` ${hidden}`));
}

/** The two that Quill reads: lists of Word, and Google Docs' bold that is none. Scripts may set styles. */
const read = /mso-list|font-weight:\s*normal/;

export function showReadStyles(pasted: Document): void {
  for (const element of pasted.querySelectorAll<HTMLElement>(`[${hidden}]`)) {
    const style = element.getAttribute(hidden) ?? '';
    // Browsers drop unknown properties, but keep custom ones. Quill looks for the name in the text.
    if (read.test(style)) element.style.cssText = style.replaceAll('mso-list:', '--mso-list:');
  }
}
