import { decodeText, detectEncoding } from '../../text/decode.ts';
import { compoundStreams } from './compound-file.ts';
import { htmlText } from './html-text.ts';

/** Subject, sender, receivers, body, and the names of what is attached: MAPI property numbers in the order of reading. */
const properties = ['0037', '0C1A', '0E04', '0E03', '1000', '3707'];

/** The text of an Outlook message, and of those inside it. */
export function outlookText(file: Buffer): string {
  const streams = compoundStreams(file);
  const parts = properties.flatMap((property) => {
    const wide = streams.filter(({ name }) => name === `__substg1.0_${property}001F`);
    const narrow = streams.filter(({ name }) => name === `__substg1.0_${property}001E`);
    return [...wide, ...narrow].map(({ name, read }) => ({ property, wide: name.endsWith('F'), bytes: read() }));
  });
  // One short line tells little of its encoding: all of them together do.
  const encoding = detectEncoding(Buffer.concat(parts.filter(({ wide }) => !wide).map(({ bytes }) => bytes)));
  const out = parts.map(({ wide, bytes }) => new TextDecoder(wide ? 'utf-16le' : encoding).decode(bytes));
  if (!parts.some(({ property }) => property === '1000')) {
    for (const { name, read } of streams) if (name === '__substg1.0_10130102') out.push(htmlText(decodeText(read()).text));
  }
  return out.join('\n');
}
