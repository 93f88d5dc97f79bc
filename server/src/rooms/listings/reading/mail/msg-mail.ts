import { rtfText } from '../../../../ground/confined/extract/rtf-text.ts';
import { decodeText } from '../../../../ground/text/decode.ts';
import { emlOf } from './eml-of.ts';
import { type Attachment, fileName, type Mail, mostOf, shownLine, shownText } from './mail.ts';
import { embedded, type MsgStorage, msgStorage } from './msg-storage.ts';
import { unpackRtf } from './unpack-rtf.ts';

const sentTags = [0x00390040, 0x0e060040, 0x30070040];
const kindTag = 0x0c150003;

/** A message as Outlook keeps it. */
export const msgMail = (bytes: Buffer): Mail => mailOf(msgStorage(bytes), 0);

function mailOf(message: MsgStorage, depth: number): Mail {
  const people = message.within('__recip_version1.0_').slice(0, mostOf.people);
  const named = (kind: number): string[] => people.filter((one) => (one.fixed(kindTag)?.readInt32LE(0) ?? 1) === kind).map(personOf);
  const told = (property: string): string[] =>
    (message.text(property) ?? '')
      .split(';')
      .map((one) => shownLine(one))
      .filter((one) => one !== '');
  const [to, cc] = [named(1), named(2)];
  const { text, html } = bodyOf(message);
  return {
    subject: shownLine(message.text('0037') ?? ''),
    from: addressed(message.text('0C1A') ?? message.text('0042') ?? '', message.text('5D01') ?? message.text('0C1F') ?? ''),
    to: to.length > 0 ? to : told('0E04').slice(0, mostOf.people),
    cc: cc.length > 0 ? cc : told('0E03').slice(0, mostOf.people),
    time: timeOf(message),
    text,
    html,
    attachments: message
      .within('__attach_version1.0_')
      .slice(0, mostOf.attachments)
      .map((storage) => attachmentOf(storage, depth)),
  };
}

const personOf = (one: MsgStorage): string => addressed(one.text('3001') ?? '', one.text('39FE') ?? one.text('3003') ?? '');

/** A name with an address that says more than the name; addresses of a directory within a company are none that anybody knows. */
function addressed(name: string, address: string): string {
  const [plain, mail] = [shownLine(name.replace(/^'(.*)'$/, '$1')), shownLine(address)];
  if (!mail.includes('@') || mail === plain) return plain || mail;
  return plain === '' ? mail : `${plain} <${mail}>`;
}

/** Counted in parts of ten millions of a second from the year 1601. */
function timeOf(message: MsgStorage): number {
  const bytes = sentTags.map((tag) => message.fixed(tag)).find((value) => value !== undefined);
  const time = bytes === undefined ? 0 : Number(bytes.readBigUInt64LE(0) / 10_000n) - 11_644_473_600_000;
  return time > 0 && time < 8e15 ? time : 0;
}

function bodyOf(message: MsgStorage): { text: string; html: string } {
  const inBytes = message.bytes('1013');
  const html = message.text('1013') ?? (inBytes === undefined ? '' : decodeText(inBytes()).text);
  const plain = message.text('1000');
  const rich = plain === undefined && html === '' ? message.bytes('1009') : undefined;
  const text = plain ?? (rich === undefined ? '' : rtfText(unpackRtf(rich())));
  return { text: shownText(text), html: html.slice(0, mostOf.html).toWellFormed() };
}

function attachmentOf(storage: MsgStorage, depth: number): Attachment {
  const cid = storage.text('3712');
  const shared = { ...(cid !== undefined && { cid: cid.replace(/^<|>$/g, '') }) };
  const name = storage.text('3707') ?? storage.text('3704') ?? storage.text('3001') ?? '';
  const [inner] = depth < mostOf.depth ? storage.within(embedded) : [];
  if (inner !== undefined) {
    const mail = mailOf(inner, depth + 1);
    const bytes = emlOf(mail);
    const title = (name || mail.subject || 'mail').replace(/\.(msg|eml)$/i, '');
    return { ...shared, name: fileName(`${title}.eml`), type: 'message/rfc822', size: bytes.length, read: () => bytes };
  }
  return {
    ...shared,
    name: fileName(name),
    type: shownLine(storage.text('370E') ?? '', 100).toLowerCase(),
    size: storage.size('3701'),
    read: storage.bytes('3701') ?? (() => Buffer.alloc(0)),
  };
}
