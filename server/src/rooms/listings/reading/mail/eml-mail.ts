import { decodeBytes } from '../../../../ground/confined/extract/mail-text.ts';
import { type Attachment, fileName, type Mail, mostOf, shownLine, shownText } from './mail.ts';
import { type MimePart, mimeParts } from './mime-parts.ts';

/** A mail as it travels. */
export function emlMail(bytes: Buffer): Mail {
  const whole = mimeParts(bytes.toString('latin1'));
  const found: { text: string[]; html: string[]; attachments: Attachment[] } = { text: [], html: [], attachments: [] };
  const walk = (part: MimePart): void => {
    if (part.parts.length > 0) for (const one of part.parts) walk(one);
    else if (!part.isAttached && part.name === undefined && part.type === 'text/html') found.html.push(textOf(part));
    else if (!part.isAttached && part.name === undefined && part.type.startsWith('text/')) found.text.push(textOf(part));
    else if (found.attachments.length < mostOf.attachments) found.attachments.push(attachment(part));
  };
  walk(whole);
  const { headers } = whole;
  const time = Date.parse(headers.get('date') ?? '');
  return {
    subject: shownLine(headers.get('subject') ?? ''),
    from: shownLine(headers.get('from') ?? headers.get('sender') ?? ''),
    to: people(headers.get('to')),
    cc: people(headers.get('cc')),
    time: Number.isFinite(time) ? time : 0,
    text: shownText(found.text.join('\n\n')),
    html: found.html.join('\n').slice(0, mostOf.html).toWellFormed(),
    attachments: found.attachments,
  };
}

const textOf = (part: MimePart): string =>
  decodeBytes(part.bytes(), /charset\s*=\s*"?([\w.:-]{2,30})/i.exec(part.headers.get('content-type') ?? '')?.[1] ?? '');

/** The addresses of a line: a comma within quotes or pointed brackets parts nobody. */
function people(line = ''): string[] {
  const found = line.match(/(?:"(?:[^"\\]|\\.){0,500}"|<[^>]{0,500}>|[^,"<]){1,2000}/g) ?? [];
  return found
    .map((one) => shownLine(one))
    .filter((one) => one !== '')
    .slice(0, mostOf.people);
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
    return `${shownLine(mimeParts(bytes.toString('latin1', 0, 65_536)).headers.get('subject') ?? '', 100) || 'mail'}.eml`;
  const ending = endings[type] ?? /^[\w-]+\/([a-z0-9]{2,5})$/.exec(type)?.[1] ?? 'bin';
  return `file.${ending}`;
}
