import { type Attachment, type Mail, displayLine, displayText, fileName, mailLimits } from './mail.ts';
import { type MimePart, bodyText, mimeParts } from './mime.ts';

/** Parses a mail in its transport format (RFC 5322). */
export function parseEml(bytes: Buffer): Mail {
  const whole = mimeParts(bytes.toString('latin1'));
  const found: { text: string[]; html: string[]; attachments: Attachment[] } = { text: [], html: [], attachments: [] };
  const walk = (part: MimePart): void => {
    if (part.parts.length > 0) for (const one of part.parts) walk(one);
    else if (!part.isAttached && part.name === undefined && part.type === 'text/html') found.html.push(bodyText(part));
    else if (!part.isAttached && part.name === undefined && part.type.startsWith('text/')) found.text.push(bodyText(part));
    else if (found.attachments.length < mailLimits.attachments) found.attachments.push(attachment(part));
  };
  walk(whole);
  const { headers } = whole;
  const time = Date.parse(headers.get('date') ?? '');
  return {
    subject: displayLine(headers.get('subject') ?? ''),
    from: displayLine(headers.get('from') ?? headers.get('sender') ?? ''),
    to: addresses(headers.get('to')),
    cc: addresses(headers.get('cc')),
    time: Number.isFinite(time) ? time : 0,
    text: displayText(found.text.join('\n\n')),
    html: found.html.join('\n').slice(0, mailLimits.html).toWellFormed(),
    attachments: found.attachments,
  };
}

/** The addresses of a header: a comma within quotes or angle brackets does not separate. */
function addresses(line = ''): string[] {
  const found = line.match(/(?:"(?:[^"\\]|\\.){0,500}"|<[^>]{0,500}>|[^,"<]){1,2000}/g) ?? [];
  return found
    .map((one) => displayLine(one))
    .filter((one) => one !== '')
    .slice(0, mailLimits.people);
}

const endings: Record<string, string> = { 'image/jpeg': 'jpg', 'image/svg+xml': 'svg', 'text/plain': 'txt', 'text/calendar': 'ics' };

function attachment(part: MimePart): Attachment {
  const { type, headers } = part;
  const bytes = part.bytes();
  const cid = /<?([^<>\s]{1,300})>?/.exec(headers.get('content-id') ?? '')?.[1];
  return {
    name: fileName(part.name ?? nameOf(type, bytes)),
    type,
    size: bytes.length,
    ...(cid !== undefined && { cid }),
    read: () => bytes,
  };
}

function nameOf(type: string, bytes: Buffer): string {
  if (type === 'message/rfc822')
    return `${displayLine(mimeParts(bytes.toString('latin1', 0, 65_536)).headers.get('subject') ?? '', 100) || 'mail'}.eml`;
  const ending = endings[type] ?? /^[\w-]+\/([a-z0-9]{2,5})$/.exec(type)?.[1] ?? 'bin';
  return `file.${ending}`;
}

const encodedWord = (text: string): string => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;
const inLines = (bytes: Buffer): string => bytes.toString('base64').replace(/.{76}/g, '$&\r\n');

function writePart(type: string, bytes: Buffer, more: string[] = []): string {
  return [`Content-Type: ${type}`, 'Content-Transfer-Encoding: base64', ...more, '', inLines(bytes)].join('\r\n');
}

/** Writes a mail in its transport format: a mail embedded in an Outlook message is no file until it is written as one. */
export function writeEml({ subject, from, to, cc, time, text, html, attachments }: Mail): Buffer {
  const edge = '=_part';
  const parts = [
    ...(text === '' && html !== '' ? [] : [writePart('text/plain; charset=utf-8', Buffer.from(text))]),
    ...(html === '' ? [] : [writePart('text/html; charset=utf-8', Buffer.from(html))]),
    ...attachments.map(({ name, type, cid, read }) =>
      writePart(/^[\w.+-]+\/[\w.+-]+$/.test(type) && type !== 'message/rfc822' ? type : 'application/octet-stream', read(), [
        `Content-Disposition: attachment; filename*=utf-8''${encodeURIComponent(name)}`,
        ...(cid === undefined ? [] : [`Content-ID: <${cid.replace(/[^\x21-\x7e]/g, '')}>`]),
      ]),
    ),
  ];
  const head = [
    `Subject: ${encodedWord(subject)}`,
    `From: ${encodedWord(from)}`,
    ...(to.length > 0 ? [`To: ${to.map(encodedWord).join(', ')}`] : []),
    ...(cc.length > 0 ? [`Cc: ${cc.map(encodedWord).join(', ')}`] : []),
    ...(time > 0 ? [`Date: ${new Date(time).toUTCString()}`] : []),
    'MIME-Version: 1.0',
    `Content-Type: multipart/mixed; boundary="${edge}"`,
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${parts.map((one) => `--${edge}\r\n${one}\r\n`).join('')}--${edge}--\r\n`, 'latin1');
}
