import sanitizeHtml, { type IOptions } from 'sanitize-html';

const inline = ['strong', 'em', 'u', 's', 'a', 'br'];
const blocks = ['p', 'h1', 'h2', 'h3', 'blockquote', 'ol', 'ul', 'li'];

/** Exactly what the editor's harmless formats produce: no picture, no style, no script. */
const allowed: IOptions = {
  allowedTags: [...inline, ...blocks],
  allowedAttributes: { a: ['href'], li: ['data-list'] },
  allowedClasses: {
    '*': ['ql-align-center', 'ql-align-right', 'ql-align-justify', /^ql-indent-[1-8]$/],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  transformTags: {
    b: 'strong',
    i: 'em',
    a: (tagName, attribs) => ({ tagName, attribs: isPlainLink(attribs['href']) ? attribs : {} }),
  },
  // What stood in a script or a style is no text of the mail.
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title', 'template', 'svg'],
  disallowedTagsMode: 'discard',
  nestingLimit: 30,
};

/** The content with nothing in it that is not on the list; for storage, and again for sending. */
export function sanitise(html: string): string {
  return sanitizeHtml(html, allowed);
}

/** A whole address, and none that a recipient's name would become a part of. */
function isPlainLink(href = ''): boolean {
  return /^(https?:\/\/|mailto:|tel:)/i.test(href) && !/[{}]/.test(href);
}

/** Whether anybody would read anything. */
export function isEmptyContent(html: string): boolean {
  const text = sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} });
  return text.replaceAll(/&nbsp;|\u00A0|\u200B|\uFEFF/g, ' ').trim() === '';
}
