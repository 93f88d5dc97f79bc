export interface Attachment {
  name: string;
  /** Its media type, in lower case. */
  type: string;
  size: number;
  /** Its content id, where the body shows it. */
  cid?: string;
  read(): Buffer;
}

/** A parsed mail. */
export interface Mail {
  subject: string;
  from: string;
  to: string[];
  cc: string[];
  /** When it was sent, in milliseconds; 0 where unknown. */
  time: number;
  text: string;
  html: string;
  attachments: Attachment[];
}

/** Limits of what is read of a mail. */
export const mailLimits = { held: 128 * 1024 ** 2, body: 1_000_000, html: 2_000_000, attachments: 1000, people: 500, depth: 12 };

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
const unseen = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** A header line for display, without characters that reverse the text direction. */
export const displayLine = (text: string, maxLength = 2000): string =>
  text.toWellFormed().replace(unseen, '').replace(/\s+/g, ' ').trim().slice(0, maxLength).toWellFormed();

/** A body for display: its lines stay. */
export const displayText = (text: string): string =>
  text.slice(0, mailLimits.body).toWellFormed().replaceAll('\r\n', '\n').replace(unseen, '').trim();

const notInNames = /[/\\:*?"<>|]/g;

/** A legal file name. */
export const fileName = (given: string): string => displayLine(given, 250).replace(notInNames, '_') || 'file';
