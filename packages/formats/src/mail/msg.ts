import { type CompoundStream, compoundStreams } from '../compound/compound-file.ts';
import { htmlText } from '../html/html-text.ts';
import { encodingOfCodepage, rtfText } from '../rtf/rtf-text.ts';
import { TaskFailure } from '../task.ts';
import { decodeText, detectEncoding } from '../text/decode.ts';
import { writeEml } from './mime.ts';
import { type Attachment, type Mail, displayLine, displayText, fileName, mailLimits } from './mail.ts';

/** A storage of an Outlook message: the message, a recipient, or an attachment. */
interface MsgStorage {
  /** A text property, by its number as four hexadecimal digits. */
  text(property: string): string | undefined;
  bytes(property: string): (() => Buffer) | undefined;
  size(property: string): number;
  /** A fixed-length property, as eight bytes; by its number and type. */
  fixed(tag: number): Buffer | undefined;
  /** Its child storages with this name prefix, in order. */
  within(beginning: string): MsgStorage[];
}

const codepageTags = [0x3ffd0003, 0x3fde0003];
/** The code pages of the transport of Japanese, Korean and Chinese mails, and those in which Outlook keeps their texts. */
const keptCodepages: Partial<Record<number, number>> = {
  50220: 932,
  50221: 932,
  50222: 932,
  51932: 932,
  50225: 949,
  51949: 949,
  52936: 936,
};

/** Opens a message in memory. */
function msgStorage(file: Buffer): MsgStorage {
  const streams = compoundStreams(file);
  const byPlace = new Map<string, CompoundStream>();
  const storages = new Map<string, Set<string>>();
  const narrow: Buffer[] = [];
  for (const stream of streams) {
    byPlace.set([...stream.path, stream.name].join('/'), stream);
    if (stream.name.endsWith('001E') && stream.size < 65_536) narrow.push(stream.read());
    for (const [depth, name] of stream.path.entries()) {
      const above = stream.path.slice(0, depth).join('/');
      storages.set(above, (storages.get(above) ?? new Set()).add(name));
    }
  }
  // one short line is too little to detect an encoding: all of them together do
  const guessed = detectEncoding(Buffer.concat(narrow));
  const storageAt = (path: string, headLength: number): MsgStorage => {
    const find = (name: string): CompoundStream | undefined => byPlace.get(path === '' ? name : `${path}/${name}`);
    const properties = find('__properties_version1.0')?.read() ?? Buffer.alloc(0);
    const fixed = (tag: number): Buffer | undefined => {
      for (let at = headLength; at + 16 <= properties.length; at += 16)
        if (properties.readUInt32LE(at) === tag) return properties.subarray(at + 8, at + 16);
      return undefined;
    };
    const codepage = codepageTags
      .map(fixed)
      .find((value) => value !== undefined)
      ?.readUInt32LE(0);
    const encoding =
      codepage === undefined || codepage === 1200 ? guessed : encodingOfCodepage(String(keptCodepages[codepage] ?? codepage));
    return {
      fixed,
      text(property) {
        const wide = find(`__substg1.0_${property}001F`);
        if (wide !== undefined) return new TextDecoder('utf-16le').decode(wide.read()).replace(/\0+$/, '');
        const bytes = find(`__substg1.0_${property}001E`)?.read();
        return bytes && new TextDecoder(encoding).decode(bytes).replace(/\0+$/, '');
      },
      bytes: (property) => find(`__substg1.0_${property}0102`)?.read,
      size: (property) => find(`__substg1.0_${property}0102`)?.size ?? 0,
      within: (beginning) =>
        [...(storages.get(path) ?? [])]
          .filter((name) => name.startsWith(beginning))
          .toSorted()
          .map((name) => storageAt(path === '' ? name : `${path}/${name}`, beginning === embedded ? 24 : 8)),
    };
  };
  return storageAt('', 32);
}

/** The storage of an embedded message. */
const embedded = '__substg1.0_3701000D';

/** The initial content of the compression window ([MS-OXRTFCP] 2.1.3.1.1). */
const initialWindow =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx';
const windowSize = 4096;
const packedMark = 0x75465a4c;
const plainMark = 0x414c454d;
const mostBytes = 32 * 1024 ** 2;

/** Decompresses the RTF of an Outlook message; a byte a character. */
function decompressRtf(packed: Buffer): string {
  if (packed.length < 16) return '';
  const mark = packed.readUInt32LE(8);
  if (mark === plainMark) return packed.toString('latin1', 16);
  if (mark !== packedMark) throw new TaskFailure('broken');
  const size = packed.readUInt32LE(4);
  if (size > mostBytes) throw new TaskFailure('too-large');
  const window = Buffer.alloc(windowSize);
  let place = window.write(initialWindow, 'latin1');
  const out = { bytes: Buffer.alloc(size), length: 0 };
  const put = (byte: number): void => {
    window[place] = byte;
    place = (place + 1) % windowSize;
    if (out.length < size) out.bytes[out.length++] = byte;
  };
  for (let at = 16; at < packed.length && out.length < out.bytes.length; ) {
    const flags = packed[at++] ?? 0;
    for (let bit = 0; bit < 8 && at < packed.length; bit++) {
      if ((flags & (1 << bit)) === 0) {
        put(packed[at++] ?? 0);
        continue;
      }
      const recipients = ((packed[at] ?? 0) << 8) | (packed[at + 1] ?? 0);
      at += 2;
      const from = recipients >> 4;
      if (from === place) return out.bytes.toString('latin1', 0, out.length);
      for (let step = 0; step < (recipients & 15) + 2; step++) put(window[(from + step) % windowSize] ?? 0);
    }
  }
  return out.bytes.toString('latin1', 0, out.length);
}

const sentTags = [0x00390040, 0x0e060040, 0x30070040];
const kindTag = 0x0c150003;

/** Parses an Outlook message. */
export const parseMsg = (bytes: Buffer): Mail => mailOf(msgStorage(bytes), 0);

function mailOf(message: MsgStorage, depth: number): Mail {
  const { text, html } = bodyOf(message);
  return {
    ...headersOf(message),
    time: timeOf(message),
    text: displayText(text),
    html: html.slice(0, mailLimits.html).toWellFormed(),
    attachments: attachmentsOf(message).map((storage) => attachmentOf(storage, depth)),
  };
}

function headersOf(message: MsgStorage): Pick<Mail, 'subject' | 'from' | 'to' | 'cc'> {
  const people = message.within('__recip_version1.0_').slice(0, mailLimits.people);
  const named = (kind: number): string[] => people.filter((one) => (one.fixed(kindTag)?.readInt32LE(0) ?? 1) === kind).map(personOf);
  const listed = (property: string): string[] =>
    (message.text(property) ?? '')
      .split(';')
      .map((one) => displayLine(one))
      .filter((one) => one !== '')
      .slice(0, mailLimits.people);
  const [to, cc] = [named(1), named(2)];
  return {
    subject: displayLine(message.text('0037') ?? ''),
    from: addressed(message.text('0C1A') ?? message.text('0042') ?? '', message.text('5D01') ?? message.text('0C1F') ?? ''),
    to: to.length > 0 ? to : listed('0E04'),
    cc: cc.length > 0 ? cc : listed('0E03'),
  };
}

const attachmentsOf = (message: MsgStorage): MsgStorage[] => message.within('__attach_version1.0_').slice(0, mailLimits.attachments);

const personOf = (one: MsgStorage): string => addressed(one.text('3001') ?? '', one.text('39FE') ?? one.text('3003') ?? '');

/** A name with its address where the address adds something; addresses of a company's directory (X.500) are left out. */
function addressed(name: string, address: string): string {
  const [plain, mail] = [displayLine(name.replace(/^'(.*)'$/, '$1')), displayLine(address)];
  if (!mail.includes('@') || mail === plain) return plain || mail;
  return plain === '' ? mail : `${plain} <${mail}>`;
}

/** Counted in units of 100 ns from the year 1601. */
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
  const text = plain ?? (rich === undefined ? '' : rtfText(decompressRtf(rich())));
  return { text, html };
}

const attachmentName = (storage: MsgStorage): string => storage.text('3707') ?? storage.text('3704') ?? storage.text('3001') ?? '';

function attachmentOf(storage: MsgStorage, depth: number): Attachment {
  const cid = storage.text('3712');
  const shared = { ...(cid !== undefined && { cid: cid.replace(/^<|>$/g, '') }) };
  const name = attachmentName(storage);
  const [inner] = depth < mailLimits.depth ? storage.within(embedded) : [];
  if (inner !== undefined) {
    const mail = mailOf(inner, depth + 1);
    const bytes = writeEml(mail);
    const title = (name || mail.subject || 'mail').replace(/\.(msg|eml)$/i, '');
    return { ...shared, name: fileName(`${title}.eml`), type: 'message/rfc822', size: bytes.length, read: () => bytes };
  }
  return {
    ...shared,
    name: fileName(name),
    type: displayLine(storage.text('370E') ?? '', 100).toLowerCase(),
    size: storage.size('3701'),
    read: storage.bytes('3701') ?? (() => Buffer.alloc(0)),
  };
}

/** The text of an Outlook message and of embedded ones; with `named` each header follows its name, as mails are printed. */
export function msgText(file: Buffer, { named = false } = {}): string {
  const out: string[] = [];
  const walk = (message: MsgStorage, depth: number): void => {
    const { subject, from, to, cc } = headersOf(message);
    for (const [name, value] of Object.entries({ Subject: subject, From: from, To: to.join('; '), Cc: cc.join('; ') }))
      if (value !== '') out.push(named ? `${name}: ${value}` : value);
    const { text, html } = bodyOf(message);
    out.push(text === '' ? htmlText(html) : text);
    for (const attachment of attachmentsOf(message)) {
      out.push(attachmentName(attachment));
      const [inner] = depth < mailLimits.depth ? attachment.within(embedded) : [];
      if (inner !== undefined) walk(inner, depth + 1);
    }
  };
  walk(msgStorage(file), 0);
  return out.join('\n');
}
