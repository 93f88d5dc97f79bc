import { decodeText } from '../../text/decode.ts';
import { htmlText } from './html-text.ts';

const maxParts = 200;
const maxDepth = 10;
const shownHeaders = { subject: 'Subject', from: 'From', to: 'To', cc: 'Cc', date: 'Date' };

/**
 * The text of an e-mail (given as Latin-1, a byte a character): its headers that people see, its bodies, and the names of what is attached.
 * With `named` each header stands behind its name, and a blank line behind the last, as mails are printed.
 */
export function mailText(message: string, { named = false } = {}): string {
  const out: string[] = [];
  let parts = 0;
  const walk = (source: string, depth: number): void => {
    if (++parts > maxParts || depth > maxDepth) return;
    const gap = /\r?\n\r?\n/.exec(source);
    const headers = parseHeaders(gap ? source.slice(0, gap.index) : source);
    const body = gap ? source.slice(gap.index + gap[0].length) : '';
    if (headers.has('subject')) out.push(...headOf(headers, named));
    const type = headers.get('content-type') ?? 'text/plain';
    const boundary = /boundary="?([^";]{1,200})/i.exec(type)?.[1];
    const fileName = /(?:file)?name\*?="?([^";]{1,300})/i.exec(`${headers.get('content-disposition') ?? ''};${type}`)?.[1];
    if (/^multipart\//i.test(type) && boundary !== undefined) {
      for (const part of body.split(`--${boundary}`).slice(1)) if (!part.startsWith('--')) walk(part.replace(/^\r?\n/, ''), depth + 1);
    } else if (/^message\/rfc822/i.test(type)) walk(body, depth + 1);
    else if (fileName !== undefined) out.push(percentDecoded(fileName));
    else if (/^text\//i.test(type)) {
      const text = decodeBody(body, headers.get('content-transfer-encoding') ?? '', type);
      out.push(/^text\/html/i.test(type) ? htmlText(text) : text.replaceAll('\r\n', '\n'));
    }
  };
  walk(message, 0);
  return out.join('\n');
}

function headOf(headers: Map<string, string>, named: boolean): string[] {
  const shown = Object.entries(shownHeaders).filter(([key]) => headers.has(key));
  const lines = shown.map(([key, name]) => `${named ? `${name}: ` : ''}${headers.get(key)}`);
  return named ? [...lines, ''] : lines;
}

/** The headers of a mail or of a part of one, by their names in small letters, in the characters that they mean. */
export function parseHeaders(source: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of source.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/, 500)) {
    const colon = line.indexOf(':');
    if (colon > 0)
      headers.set(
        line.slice(0, colon).toLowerCase(),
        decodeWords(
          line
            .slice(colon + 1)
            .trim()
            .slice(0, 10_000),
        ),
      );
  }
  return headers;
}

/** Encoded words: =?gb2312?B?…?= */
function decodeWords(value: string): string {
  const words = value.replace(/\?=\s+=\?/g, '?==?').replace(/=\?[\w-]{2,30}(?:\*\w+)?\?[bq]\?[^?\s]*\?=/gi, (word) => {
    const [, charset = '', kind = '', text = ''] = word.split('?');
    return decodeBytes(
      /b/i.test(kind) ? Buffer.from(text, 'base64') : quotedPrintable(text.replaceAll('_', ' ')),
      charset.split('*')[0] ?? '',
    );
  });
  return words === value && /[\x80-\xff]/.test(value) ? decodeText(Buffer.from(value, 'latin1')).text : words;
}

function decodeBody(body: string, encoding: string, type: string): string {
  const bytes = /base64/i.test(encoding)
    ? Buffer.from(body, 'base64')
    : /quoted/i.test(encoding)
      ? quotedPrintable(body)
      : Buffer.from(body, 'latin1');
  return decodeBytes(bytes, /charset="?([\w-]{2,30})/i.exec(type)?.[1] ?? '');
}

/** The bytes that quoted-printable text stands for. */
export function quotedPrintable(text: string): Buffer {
  const bytes = text.replace(/=\r?\n/g, '').replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1');
}

/** Bytes as the text that they are by the charset that is named, or by what they look like. */
export function decodeBytes(bytes: Buffer, charset: string): string {
  try {
    return new TextDecoder(/^gb/i.test(charset) ? 'gb18030' : charset).decode(bytes);
  } catch {
    return decodeText(bytes).text; // no charset, or one that nobody knows
  }
}

function percentDecoded(name: string): string {
  try {
    return decodeURIComponent(name.replace(/^[\w-]*''/, ''));
  } catch {
    return name;
  }
}
