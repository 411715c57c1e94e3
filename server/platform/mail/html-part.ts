import { shownName } from '#contract/company-info/public-settings.ts';
import { escapeText, fillBlock, fillPage } from './layout.ts';
import type { Block, Fact, EmailTemplate, SenderDetails } from './email-template.ts';

export function htmlPart(template: EmailTemplate, from: SenderDetails): string {
  return fillPage({
    subject: oneLine(template.subject),
    preheader: oneLine(template.preheader ?? ''),
    organisation: { html: `${logoHtml(from)}${escapeText(shownName(from.name))}` },
    heading: template.heading,
    blocks: { html: template.blocks.map(blockHtml).join('\n') },
    footer: footerLines(from).join('\n'),
  });
}

const logoHeight = 40;

/** On white, because the head of the mail is dark. The picture is in the mail. */
function logoHtml({ logo }: SenderDetails): string {
  if (logo === undefined) return '';
  const width = Math.round((logo.width / logo.height) * logoHeight);
  return `<img src="cid:${logo.hash}" alt="" width="${width}" height="${logoHeight}" style="display: inline-block; vertical-align: middle; margin-right: 14px; padding: 4px; background: #FFFFFF; border-radius: 6px" />`;
}

export function footerLines(from: SenderDetails): string[] {
  const address = from.address.split(/\s*\n\s*/).join(', ');
  return [from.name, address, from.phone, from.email].filter((line) => line.trim() !== '');
}

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'facts':
      return fillBlock('facts', { facts: { html: block.facts.map(factHtml).join('\n') } });
    case 'button':
      return fillBlock('button', { label: block.label, url: webAddress(block.url) });
    case 'richText':
      return fillBlock('paragraph', { text: { html: block.html } });
    case 'smallLink':
      return fillBlock('smallPrint', { text: { html: linkHtml(block) } });
    case 'paragraph':
    case 'smallPrint':
      return fillBlock(block.kind, { text: block.text });
  }
}

function linkHtml({ text, label, url }: { text: string; label: string; url: string }): string {
  const address = escapeText(webAddress(url));
  return `${escapeText(text)} <a href="${address}" style="color: #55615A">${escapeText(label)}</a>`;
}

function factHtml({ label, value, isStrong = false }: Fact): string {
  return fillBlock(isStrong ? 'strongFact' : 'fact', { label, value });
}

/** A button leads to a page and nowhere else. */
function webAddress(url: string): string {
  if (!/^https?:$/.test(new URL(url).protocol)) throw new Error('A button needs a web address');
  return url;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
