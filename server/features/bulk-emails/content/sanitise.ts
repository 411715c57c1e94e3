import sanitizeHtml, { type IOptions } from 'sanitize-html';

const inline = ['strong', 'em', 'u', 's', 'a', 'br'];
const blocks = ['p', 'h1', 'h2', 'h3', 'blockquote', 'ol', 'ul', 'li'];

/** Exactly the output of the editor's safe formats: no pictures, styles or scripts. */
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
  // The content of these tags is removed together with the tags.
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title', 'template', 'svg'],
  disallowedTagsMode: 'discard',
  nestingLimit: 30,
};

/** Removes everything that is not on the list. Used before storing and again before sending. */
export function sanitise(html: string): string {
  return sanitizeHtml(html, allowed);
}

/** Only absolute URLs without placeholders, so that a recipient's name cannot change them. */
function isPlainLink(href = ''): boolean {
  return /^(https?:\/\/|mailto:|tel:)/i.test(href) && !/[{}]/.test(href);
}

/** Whether the content has any visible text. */
export function isEmptyContent(html: string): boolean {
  const text = sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} });
  return text.replaceAll(/&nbsp;|\u00A0|\u200B|\uFEFF/g, ' ').trim() === '';
}
