/** Encodes a value of ASN.1 by the distinguished rules (X.690): its tag, its length, its content. */
export function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  if (content.length < 0x80) return Buffer.concat([Buffer.from([tag, content.length]), content]);
  const digits = content.length.toString(16);
  const length = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, content]);
}

/** Tags of ASN.1. */
export const tag = {
  boolean: 0x01,
  integer: 0x02,
  octets: 0x04,
  null: 0x05,
  oid: 0x06,
  sequence: 0x30,
  set: 0x31,
  context0: 0xa0,
  context1: 0xa1,
} as const;

const oidOf = (hex: string): Buffer => der(tag.oid, Buffer.from(hex, 'hex'));

/** Identifiers of objects, by their names in RFC 5652, 5035, 3161 and 8017. */
export const oid = {
  data: oidOf('2a864886f70d010701'),
  signedData: oidOf('2a864886f70d010702'),
  contentType: oidOf('2a864886f70d010903'),
  messageDigest: oidOf('2a864886f70d010904'),
  signingCertificateV2: oidOf('2a864886f70d010910022f'),
  timeStampToken: oidOf('2a864886f70d010910020e'),
  sha256: oidOf('608648016503040201'),
  rsaEncryption: oidOf('2a864886f70d010101'),
} as const;

const empty = der(tag.null);

/** The identifier of an algorithm without parameters. */
export const algorithm = (id: Buffer): Buffer => der(tag.sequence, id, empty);

interface DerValue {
  tag: number;
  /** With its tag and length. */
  whole: Buffer;
  content: Buffer;
}

/** The values that follow one another in some bytes; throws where a length does not fit. */
export function derValues(bytes: Buffer): DerValue[] {
  const values: DerValue[] = [];
  for (let at = 0; at < bytes.length; ) {
    const first = bytes.readUInt8(at + 1);
    const size = first < 0x80 ? 0 : first & 0x7f;
    if (size > 4 || first === 0x80) throw new RangeError('no length');
    const length = size === 0 ? first : bytes.readUIntBE(at + 2, size);
    const [start, end] = [at + 2 + size, at + 2 + size + length];
    if (end > bytes.length) throw new RangeError('too short');
    values.push({ tag: bytes.readUInt8(at), whole: bytes.subarray(at, end), content: bytes.subarray(start, end) });
    at = end;
  }
  return values;
}
