import type { Mail } from './mail.ts';

const word = (text: string): string => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;
const inLines = (bytes: Buffer): string => bytes.toString('base64').replace(/.{76}/g, '$&\r\n');

function part(type: string, bytes: Buffer, more: string[] = []): string {
  return [`Content-Type: ${type}`, 'Content-Transfer-Encoding: base64', ...more, '', inLines(bytes)].join('\r\n');
}

/** A mail as it travels: what lies within a message of Outlook is no file until it is made one. */
export function emlOf({ subject, from, to, cc, time, text, html, attachments }: Mail): Buffer {
  const edge = '=_part';
  const parts = [
    ...(text === '' && html !== '' ? [] : [part('text/plain; charset=utf-8', Buffer.from(text))]),
    ...(html === '' ? [] : [part('text/html; charset=utf-8', Buffer.from(html))]),
    ...attachments.map(({ name, type, cid, read }) =>
      part(/^[\w.+-]+\/[\w.+-]+$/.test(type) && type !== 'message/rfc822' ? type : 'application/octet-stream', read(), [
        `Content-Disposition: attachment; filename*=utf-8''${encodeURIComponent(name)}`,
        ...(cid === undefined ? [] : [`Content-ID: <${cid.replace(/[^\x21-\x7e]/g, '')}>`]),
      ]),
    ),
  ];
  const head = [
    `Subject: ${word(subject)}`,
    `From: ${word(from)}`,
    ...(to.length > 0 ? [`To: ${to.map(word).join(', ')}`] : []),
    ...(cc.length > 0 ? [`Cc: ${cc.map(word).join(', ')}`] : []),
    ...(time > 0 ? [`Date: ${new Date(time).toUTCString()}`] : []),
    'MIME-Version: 1.0',
    `Content-Type: multipart/mixed; boundary="${edge}"`,
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${parts.map((one) => `--${edge}\r\n${one}\r\n`).join('')}--${edge}--\r\n`, 'latin1');
}
