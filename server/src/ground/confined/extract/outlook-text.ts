import { decodeText, detectEncoding } from '../../text/decode.ts';
import { compoundStreams } from './compound-file.ts';
import { htmlText } from './html-text.ts';

/** Subject, sender, receivers, body, and the names of what is attached: MAPI property numbers in the order of reading. */
const properties = ['0037', '0C1A', '0E04', '0E03', '1000', '3707'];
/** Of these the ones that stand in the head of a mail. */
const names: Partial<Record<string, string>> = { '0037': 'Subject', '0C1A': 'From', '0E04': 'To', '0E03': 'Cc' };

/** The text of an Outlook message, and of those inside it; with `named` what stands in its head behind its name, as mails are printed. */
export function outlookText(file: Buffer, { named = false } = {}): string {
  const streams = compoundStreams(file);
  const parts = properties.flatMap((property) => {
    const wide = streams.filter(({ name }) => name === `__substg1.0_${property}001F`);
    const narrow = streams.filter(({ name }) => name === `__substg1.0_${property}001E`);
    return [...wide, ...narrow].map(({ name, read }) => ({ property, wide: name.endsWith('F'), bytes: read() }));
  });
  // One short line tells little of its encoding: all of them together do.
  const encoding = detectEncoding(Buffer.concat(parts.filter(({ wide }) => !wide).map(({ bytes }) => bytes)));
  const nameOf = (property: string): string => (named && names[property] !== undefined ? `${names[property]}: ` : '');
  const out = parts.map(({ property, wide, bytes }) => nameOf(property) + new TextDecoder(wide ? 'utf-16le' : encoding).decode(bytes));
  if (!parts.some(({ property }) => property === '1000')) {
    for (const { name, read } of streams) if (name === '__substg1.0_10130102') out.push(htmlText(decodeText(read()).text));
  }
  return out.join('\n');
}
