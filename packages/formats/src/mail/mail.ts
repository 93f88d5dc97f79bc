/** A file that a mail brings. */
export interface Attachment {
  name: string;
  /** Its media type, in small letters. */
  type: string;
  size: number;
  /** By what the body calls it, where it shows it. */
  cid?: string;
  read(): Buffer;
}

/** A mail as it was read. */
export interface Mail {
  subject: string;
  from: string;
  to: string[];
  cc: string[];
  /** When it was sent, in milliseconds; 0 where nothing tells it. */
  time: number;
  text: string;
  html: string;
  attachments: Attachment[];
}

/** What of a mail is read at most. */
export const mailLimits = { held: 128 * 1024 ** 2, body: 1_000_000, html: 2_000_000, attachments: 1000, people: 500, depth: 12 };

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
const unseen = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** A line of the head as it is shown: nothing in it turns the order of letters around. */
export const displayLine = (text: string, longest = 2000): string =>
  text.toWellFormed().replace(unseen, '').replace(/\s+/g, ' ').trim().slice(0, longest).toWellFormed();

/** A body as it is shown: its lines stay. */
export const displayText = (text: string): string =>
  text.slice(0, mailLimits.body).toWellFormed().replaceAll('\r\n', '\n').replace(unseen, '').trim();

const notInNames = /[/\\:*?"<>|]/g;

/** A name that a file may have. */
export const fileName = (given: string): string => displayLine(given, 250).replace(notInNames, '_') || 'file';
