import { decodeText } from '../text/decode.ts';

/** A raw name in an archive. */
export interface PackedName {
  bytes: Buffer;
  /** Whether the archive marks it as UTF-8. */
  isUtf8: boolean;
}

/** Decodes the names of an archive: those marked as UTF-8 as such, all others with one encoding, detected from all of them together. */
export function packedNames(names: readonly PackedName[]): string[] {
  const unmarked = Buffer.concat(names.filter(({ isUtf8 }) => !isUtf8).flatMap(({ bytes }) => [bytes, Buffer.from('\n')]));
  const { encoding } = decodeText(unmarked);
  const decoder = new TextDecoder(encoding === 'windows-1252' && !isWestern(unmarked) ? 'gb18030' : encoding);
  return names.map(({ bytes, isUtf8 }) => (isUtf8 ? bytes.toString('utf8') : decoder.decode(bytes)));
}

/** With few names there is little to detect from: bytes that make pairs of GBK are decoded as GBK. */
function isWestern(bytes: Buffer): boolean {
  try {
    new TextDecoder('gb18030', { fatal: true }).decode(bytes);
    return false;
  } catch {
    return true;
  }
}
