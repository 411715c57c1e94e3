import { readFileSync } from 'node:fs';
import { escapeHtml } from '#server/platform/markup/escape-html.ts';

/** Compiled from layout/layout.mjml by scripts/mail-layout/build.mjs. */
const source = readFileSync(new URL('layout/layout.html', import.meta.url), 'utf8');
const blockForm = /<!--block:(\w+)-->\s*([\s\S]*?)\s*<!--\/block-->\s*/g;

const blocks = new Map([...source.matchAll(blockForm)].map(([, name, html]) => [name, html]));
/** The template's own blocks go where the samples stood. */
const firstSample = source.search(/<!--block:/);
const page = `${source.slice(0, firstSample)}{{blocks}}${source.slice(firstSample).replaceAll(blockForm, '')}`;

/** Ready-made HTML for a slot; a plain string is text and is escaped. */
export interface Html {
  html: string;
}
export type Slots = Record<string, string | Html>;

export function fillPage(slots: Slots): string {
  return fill(page, slots);
}

export function fillBlock(name: string, slots: Slots): string {
  const html = blocks.get(name);
  if (html === undefined) throw new Error(`The mail layout has no block ${name}`);
  return fill(html, slots);
}

/** In one pass, so that braces in what a person wrote stay what they are. */
function fill(template: string, slots: Slots): string {
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const slot = slots[name];
    if (slot === undefined) throw new Error(`The mail layout's slot ${name} was left empty`);
    return typeof slot === 'string' ? escapeText(slot) : slot.html;
  });
}

/** Text in HTML, its line breaks included. */
export function escapeText(text: string): string {
  return escapeHtml(text).replaceAll(/\r\n?|\n/g, '<br />');
}
