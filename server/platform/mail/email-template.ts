export interface Fact {
  label: string;
  /** Plain text that can be copied whole; may have several lines. */
  value: string;
  /** The one that people must not get wrong, such as a payment reference. */
  isStrong?: boolean;
}

/** A part of an email. Everything is text; only `richText` is markup, sanitised by its author's code. */
export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'facts'; facts: Fact[] }
  | { kind: 'button'; label: string; url: string }
  | { kind: 'smallPrint'; text: string }
  | { kind: 'smallLink'; text: string; label: string; url: string }
  /** The same twice: for the HTML part, and for those who read mail as plain text. */
  | { kind: 'richText'; html: string; text: string };

export interface EmailTemplate {
  subject: string;
  /** What a list of mails shows beside the subject. */
  preheader?: string;
  heading: string;
  blocks: Block[];
}

/** The organisation as head and foot of every email show it. Blank lines are left out. */
export interface SenderDetails {
  name: string;
  email: string;
  phone: string;
  address: string;
  logo?: MailLogo | undefined;
}

/** Shown beside the name; `hash` names its picture. Pixels. */
interface MailLogo {
  hash: string;
  width: number;
  height: number;
}

export interface Attachment {
  filename: string;
  content: Buffer;
  contentType: string;
  /** Of a picture that the HTML part shows: its name there. */
  cid?: string;
}

/** An email ready to be sent. */
export interface Message {
  subject: string;
  html: string;
  text: string;
  attachments: Attachment[];
  /** The picture that the HTML part needs. */
  logo?: MailLogo | undefined;
}
