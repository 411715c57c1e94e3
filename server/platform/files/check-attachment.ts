import { attachmentTexts } from '#contract/bulk-emails/attachments.ts';

interface Kind {
  mediaType: string;
  /** The first one is appended to a name without any of them. */
  endings: string[];
}

const office = 'application/vnd.openxmlformats-officedocument';
const open = 'application/vnd.oasis.opendocument';

/** Types that mail programs open safely. Programs, web pages, scripts and archives are excluded. */
const kinds: Kind[] = [
  { mediaType: 'application/pdf', endings: ['pdf'] },
  { mediaType: 'image/jpeg', endings: ['jpg', 'jpeg'] },
  { mediaType: 'image/png', endings: ['png'] },
  { mediaType: 'image/gif', endings: ['gif'] },
  { mediaType: 'image/webp', endings: ['webp'] },
  { mediaType: `${office}.wordprocessingml.document`, endings: ['docx'] },
  { mediaType: `${office}.spreadsheetml.sheet`, endings: ['xlsx'] },
  { mediaType: `${office}.presentationml.presentation`, endings: ['pptx'] },
  { mediaType: `${open}.text`, endings: ['odt'] },
  { mediaType: `${open}.spreadsheet`, endings: ['ods'] },
  { mediaType: `${open}.presentation`, endings: ['odp'] },
];
/** Older office programs use one container format. The file extension tells the types apart. */
const container = 'application/x-cfb';
const older: Kind[] = [
  { mediaType: 'application/msword', endings: ['doc'] },
  { mediaType: 'application/vnd.ms-excel', endings: ['xls'] },
  { mediaType: 'application/vnd.ms-powerpoint', endings: ['ppt'] },
];
const plain: Kind[] = [
  { mediaType: 'text/plain', endings: ['txt'] },
  { mediaType: 'text/csv', endings: ['csv'] },
  { mediaType: 'text/calendar', endings: ['ics'] },
];

/** The error message for the user who chose the file. */
export class BadAttachment extends Error {}

/** Checks the content. The name is only a label and gets the extension of the type. product-rules 10.4. */
export async function checkAttachment(
  fileName: string,
  bytes: Buffer,
): Promise<{ name: string; mediaType: string }> {
  const name = cleaned(fileName);
  if (name === '') throw new BadAttachment(attachmentTexts.noName);
  if (bytes.length === 0) throw new BadAttachment(attachmentTexts.missing);
  const kind = await kindOf(bytes, endingOf(name));
  if (kind === undefined) throw new BadAttachment(attachmentTexts.wrongType);
  const isNamedSo = kind.endings.includes(endingOf(name));
  return { name: isNamedSo ? name : `${name}.${kind.endings[0]}`, mediaType: kind.mediaType };
}

async function kindOf(bytes: Buffer, ending: string): Promise<Kind | undefined> {
  const named = (list: Kind[]) => list.find(({ endings }) => endings.includes(ending));
  // Loaded with the first attachment.
  const { fileTypeFromBuffer } = await import('file-type');
  // A file that the reader cannot parse has no accepted type.
  const found = await fileTypeFromBuffer(new Uint8Array(bytes)).catch(() => null);
  if (found === null) return undefined;
  if (found === undefined) return isPlainText(bytes) ? named(plain) : undefined;
  if (found.mime === container) return named(older);
  return kinds.find(({ mediaType }) => mediaType === found.mime);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Plain text that a browser would not render as a web page. */
function isPlainText(bytes: Buffer): boolean {
  try {
    const text = utf8.decode(bytes);
    return !/[^\P{Cc}\t\r\n]/u.test(text) && !/<(!doctype|html|svg|script|\?xml)/i.test(text);
  } catch {
    return false;
  }
}

function endingOf(name: string): string {
  return /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** The last part of a path, shortened, with characters that every mail program can show. */
function cleaned(fileName: string): string {
  const last = fileName.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const shown = last.replaceAll(/[\p{Cc}\p{Cf}<>:"|?*;]/gu, '').trim();
  const ending = /\.\w{1,8}$/.exec(shown)?.[0] ?? '';
  return shown.length <= 120 ? shown : `${shown.slice(0, 120 - ending.length)}${ending}`;
}
