import { constants, createHash, createVerify, hash, verify, X509Certificate } from 'node:crypto';
import { rootCertificates as tlsRoots } from 'node:tls';
import { type Attribute, ContentInfo, id_signedData, SignedData, type SignerInfo } from '@peculiar/asn1-cms';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { id_ct_tstInfo, TSTInfo } from '@peculiar/asn1-tsp';
import type { AlgorithmIdentifier } from '@peculiar/asn1-x509';
import type { Seal, SealProblem } from '@dossier/contract/signatures/signatures';
import { der, tag } from '../seals/der.ts';

/** What a signature says of itself, and what is wrong with it. */
export type CmsFacts = Pick<
  Seal,
  'subject' | 'issuer' | 'validFrom' | 'validTo' | 'fingerprint' | 'algorithm' | 'time' | 'stampTime' | 'stampedBy'
> & {
  problems: SealProblem[];
  issuedBy?: 'chain' | 'self' | 'unknown';
};

const hashes: Readonly<Record<string, string>> = {
  '1.2.840.113549.2.5': 'md5',
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.4': 'sha224',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};
/** Hashes for which two different contents can be found. */
const weakHashes: ReadonlySet<string> = new Set(['md5', 'sha1']);
const leastRsaBits = 2048;
const pss = '1.2.840.113549.1.1.10';
const [contentTypeId, digestId, timeId, certificateId, stampId] = [
  '1.2.840.113549.1.9.3',
  '1.2.840.113549.1.9.4',
  '1.2.840.113549.1.9.5',
  '1.2.840.113549.1.9.16.2.47',
  '1.2.840.113549.1.9.16.2.14',
];
const [timeStamping, webServers] = ['1.3.6.1.5.5.7.3.8', '1.3.6.1.5.5.7.3.1'];
const mostCertificates = 50;
const longestChain = 10;

const bufferOf = (bytes: ArrayBuffer): Buffer => Buffer.from(bytes);
const arrayOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

interface Signed {
  data: SignedData;
  signer: SignerInfo;
  certificate: X509Certificate;
  others: X509Certificate[];
}

/** Reads a signature with the certificate of who made it; throws where it is none. */
function readCms(bytes: Uint8Array): Signed {
  const info = AsnConvert.parse(arrayOf(bytes), ContentInfo);
  if (info.contentType !== id_signedData) throw new TypeError('no signed data');
  const data = AsnConvert.parse(info.content, SignedData);
  const [signer] = data.signerInfos;
  if (signer === undefined || data.signerInfos.length > 1) throw new TypeError('not one signer');
  const held = [...(data.certificates ?? [])].slice(0, mostCertificates).flatMap((choice) => choice.certificate ?? []);
  const { issuerAndSerialNumber: named, subjectKeyIdentifier: keyId } = signer.sid;
  const issuer = named && bufferOf(AsnConvert.serialize(named.issuer));
  const own = held.find(({ tbsCertificate: tbs }) => {
    if (named !== undefined && issuer !== undefined)
      return bufferOf(AsnConvert.serialize(tbs.issuer)).equals(issuer) && bufferOf(tbs.serialNumber).equals(bufferOf(named.serialNumber));
    const extension = tbs.extensions?.find(({ extnID }) => extnID === '2.5.29.14');
    if (extension === undefined || keyId === undefined) return false;
    return bufferOf(AsnConvert.parse(extension.extnValue.buffer, OctetString).buffer).equals(bufferOf(keyId.buffer));
  });
  if (own === undefined) throw new TypeError('no certificate of the signer');
  const toX509 = (one: unknown): X509Certificate => new X509Certificate(bufferOf(AsnConvert.serialize(one)));
  const others = held.flatMap((one) => {
    try {
      return one === own ? [] : [toX509(one)];
    } catch {
      return [];
    }
  });
  return { data, signer, certificate: toX509(own), others };
}

const attributeOf = (list: readonly Attribute[] | undefined, id: string | undefined): ArrayBuffer | undefined =>
  list?.find(({ attrType }) => attrType === id)?.attrValues[0];

/** The name of the hash in the identifier of a signature, such as ecdsa-with-SHA384; the digest of the signer where it names none. */
function hashOfSignature({ algorithm: id, parameters }: AlgorithmIdentifier, digest: string): string {
  const rsa: Readonly<Record<string, string>> = { 4: 'md5', 5: 'sha1', 11: 'sha256', 12: 'sha384', 13: 'sha512', 14: 'sha224' };
  const ec: Readonly<Record<string, string>> = { 1: 'sha224', 2: 'sha256', 3: 'sha384', 4: 'sha512' };
  if (id === pss && parameters != null) {
    const hex = bufferOf(parameters).toString('hex');
    return hex.includes('608648016503040203')
      ? 'sha512'
      : hex.includes('608648016503040202')
        ? 'sha384'
        : hex.includes('608648016503040201')
          ? 'sha256'
          : 'sha1';
  }
  if (id.startsWith('1.2.840.113549.1.1.')) return rsa[id.slice('1.2.840.113549.1.1.'.length)] ?? digest;
  if (id === '1.2.840.10045.4.1') return 'sha1';
  return id.startsWith('1.2.840.10045.4.3.') ? (ec[id.slice('1.2.840.10045.4.3.'.length)] ?? digest) : digest;
}

/** Whether the key of the certificate made this signature over some bytes. */
function isSignedBy({ signer, certificate }: Signed, bytes: Uint8Array, digest: string): boolean {
  const { publicKey } = certificate;
  const { signatureAlgorithm } = signer;
  const signature = bufferOf(signer.signature.buffer);
  if (publicKey.asymmetricKeyType === 'ed25519' || publicKey.asymmetricKeyType === 'ed448')
    return verify(null, bytes, publicKey, signature);
  const isPss = signatureAlgorithm.algorithm === pss;
  const padding = isPss ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO } : {};
  const checker = createVerify(hashOfSignature(signatureAlgorithm, digest));
  checker.update(bytes);
  return checker.verify({ key: publicKey, dsaEncoding: 'der', ...padding }, signature);
}

/** Whether a signer vouches for content of these hashes. */
function problemsOfSigner(signed: Signed, { contentType, digestOf, content }: SignedContent): SealProblem[] {
  const { signer, certificate } = signed;
  const digest = hashes[signer.digestAlgorithm.algorithm];
  if (digest === undefined) return ['unsupported'];
  const problems: SealProblem[] = [];
  const { signedAttrs } = signer;
  if (signedAttrs === undefined) {
    if (!isSignedBy(signed, content(), digest)) problems.push('changed');
  } else {
    const said = attributeOf(signedAttrs, digestId);
    if (said === undefined || !bufferOf(AsnConvert.parse(said, OctetString).buffer).equals(digestOf(digest))) problems.push('changed');
    const type = attributeOf(signedAttrs, contentTypeId);
    if (type !== undefined && contentType !== oidIn(type)) problems.push('wrong');
    // what is signed is the set by the distinguished rules, not the element of the signer's information that it is (RFC 5652, 5.4)
    const attributes = signedAttrs.map((one) => bufferOf(AsnConvert.serialize(one)));
    if (!isSignedBy(signed, der(tag.set, ...attributes), digest)) problems.push('wrong');
    const named = attributeOf(signedAttrs, certificateId);
    if (named !== undefined && !namesCertificate(bufferOf(named), certificate)) problems.push('wrong');
  }
  const { publicKey } = certificate;
  const isShort =
    publicKey.asymmetricKeyType?.startsWith('rsa') === true && (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) < leastRsaBits;
  if (weakHashes.has(digest) || isShort || publicKey.asymmetricKeyType === 'dsa') problems.push('weak');
  return problems;
}

interface SignedContent {
  /** The identifier of its type. */
  contentType: string;
  digestOf: (algorithm: string) => Buffer;
  content: () => Uint8Array;
}

/** An identifier of an object in its dotted form. */
function oidIn(value: ArrayBuffer): string {
  const bytes = bufferOf(value);
  const numbers: number[] = [];
  let number = 0;
  for (const byte of bytes.subarray(2)) {
    number = number * 128 + (byte & 0x7f);
    if (byte < 0x80) {
      numbers.push(number);
      number = 0;
    }
  }
  const [first = 0, ...rest] = numbers;
  const arc = Math.min(2, Math.floor(first / 40));
  return [arc, first - arc * 40, ...rest].join('.');
}

/** Whether the attribute that names the certificate of the signer (RFC 5035) names this one, by one of the hashes in use. */
const namesCertificate = (value: Buffer, { raw }: X509Certificate): boolean =>
  ['sha256', 'sha384', 'sha512'].some((algorithm) => value.includes(hash(algorithm, raw, 'buffer')));

const nameIn = (subject: string): string => {
  const parts = subject.split('\n');
  const part = (key: string): string | undefined => parts.find((one) => one.startsWith(`${key}=`))?.slice(key.length + 1);
  const name = part('CN') ?? part('O') ?? parts[0] ?? '';
  const organisation = part('O');
  return (organisation === undefined || organisation === name ? name : `${name}, ${organisation}`).slice(0, 300);
};

// a certificate that vouches for itself need not be one for vouching, which `checkIssued` demands
const isIssuedBy = (one: X509Certificate, issuer: X509Certificate): boolean => {
  try {
    return (one.checkIssued(issuer) || (one === issuer && one.subject === one.issuer)) && one.verify(issuer.publicKey);
  } catch {
    return false;
  }
};

let knownRoots: X509Certificate[] | undefined;

/** The roots that come with the server. A root that only the file vouches for would prove nothing: anybody can give one any name. */
function rootCertificates(): X509Certificate[] {
  knownRoots ??= tlsRoots.map((pem) => new X509Certificate(pem));
  return knownRoots;
}

/** The uses that a certificate is limited to; undefined where it names none. */
const usesOf = ({ keyUsage }: X509Certificate): string[] | undefined => keyUsage;

/**
 * Whether a certificate vouches for itself, or leads by the others to a root that is known here. One for servers of the web leads to nobody: whoever
 * has a host name gets it, and it names nothing else.
 */
function issuerOf({ certificate, others }: Pick<Signed, 'certificate' | 'others'>): 'chain' | 'self' | 'unknown' {
  if (isIssuedBy(certificate, certificate)) return 'self';
  if (usesOf(certificate)?.includes(webServers) === true) return 'unknown';
  let at = certificate;
  for (let length = 0; length < longestChain; length++) {
    const here = at;
    if (rootCertificates().some((root) => isIssuedBy(here, root))) return 'chain';
    const issuer = others.find((one) => one.ca && one !== here && isIssuedBy(here, one));
    if (issuer === undefined) return 'unknown';
    at = issuer;
  }
  return 'unknown';
}

/** Checks the token of a time stamp over some content (RFC 3161). */
function checkStamp(
  token: Uint8Array,
  digestOf: (algorithm: string) => Buffer,
): { time?: Date; by?: string; signed?: Signed; problems: SealProblem[] } {
  try {
    const signed = readCms(token);
    const { eContentType, eContent } = signed.data.encapContentInfo;
    const content = Buffer.from(eContent?.single?.buffer ?? new ArrayBuffer(0));
    if (eContentType !== id_ct_tstInfo) return { problems: ['stampWrong'] };
    const info = AsnConvert.parse(arrayOf(content), TSTInfo);
    if (Number.isNaN(info.genTime.getTime())) return { problems: ['stampWrong'] };
    const imprint = hashes[info.messageImprint.hashAlgorithm.algorithm];
    const problems = problemsOfSigner(signed, {
      contentType: eContentType,
      digestOf: (algorithm) => createHash(algorithm).update(content).digest(),
      content: () => content,
    });
    const isOver = imprint !== undefined && bufferOf(info.messageImprint.hashedMessage.buffer).equals(digestOf(imprint));
    const mayStamp = usesOf(signed.certificate)?.includes(timeStamping) === true;
    const isWrong = !isOver || !mayStamp || problems.some((problem) => problem !== 'weak');
    const isWeak = problems.includes('weak') || (imprint !== undefined && weakHashes.has(imprint));
    return {
      time: info.genTime,
      by: nameIn(signed.certificate.subject),
      signed,
      problems: [...(isWrong ? (['stampWrong'] as const) : []), ...(isWeak ? (['weak'] as const) : [])],
    };
  } catch {
    return { problems: ['stampWrong'] };
  }
}

function factsOf(signed: Signed): Omit<CmsFacts, 'problems'> {
  const { signer, certificate } = signed;
  const { publicKey } = certificate;
  const key = publicKey.asymmetricKeyDetails;
  const size = key?.modulusLength ?? key?.namedCurve ?? '';
  const digest = hashes[signer.digestAlgorithm.algorithm] ?? signer.digestAlgorithm.algorithm;
  return {
    subject: nameIn(certificate.subject),
    issuer: nameIn(certificate.issuer),
    validFrom: certificate.validFromDate.toISOString(),
    validTo: certificate.validToDate.toISOString(),
    fingerprint: hash('sha256', certificate.raw, 'hex'),
    algorithm: `${(publicKey.asymmetricKeyType ?? '').toUpperCase()} ${size}, ${digest.toUpperCase()}`,
    issuedBy: issuerOf(signed),
  };
}

/** Checks the signature in a PDF over the bytes that it covers. `claimed` is the time that the PDF states. */
export function checkSignature(
  bytes: Uint8Array,
  { content, claimed }: { content: () => Uint8Array; claimed: Date | undefined },
): CmsFacts {
  let signed: Signed;
  try {
    signed = readCms(bytes);
  } catch {
    return { problems: ['unreadable'] };
  }
  try {
    const { signer, certificate } = signed;
    const digestOf = (algorithm: string): Buffer => createHash(algorithm).update(content()).digest();
    const problems = problemsOfSigner(signed, { contentType: signed.data.encapContentInfo.eContentType, digestOf, content });
    const token = attributeOf(signer.unsignedAttrs, stampId);
    const signature = bufferOf(signer.signature.buffer);
    const stamp =
      token === undefined ? undefined : checkStamp(new Uint8Array(token), (algorithm) => createHash(algorithm).update(signature).digest());
    problems.push(...(stamp?.problems ?? []));
    const said = attributeOf(signer.signedAttrs, timeId);
    const time = claimed ?? (said === undefined ? undefined : timeIn(said));
    const isStamped = stamp?.time !== undefined && !stamp.problems.includes('stampWrong');
    // anybody can make a time stamp of any time in any name
    if (isStamped && stamp.signed !== undefined && issuerOf(stamp.signed) !== 'chain') problems.push('unknownStamp');
    const at = isStamped ? stamp.time : time;
    if (at !== undefined && (at < certificate.validFromDate || at > certificate.validToDate)) problems.push('notValidThen');
    return {
      ...factsOf(signed),
      problems: [...new Set(problems)],
      ...(time !== undefined && { time: time.toISOString() }),
      ...(isStamped && stamp.time && { stampTime: stamp.time.toISOString(), ...(stamp.by !== undefined && { stampedBy: stamp.by }) }),
    };
  } catch {
    return { problems: ['unreadable'] };
  }
}

/** Checks a time stamp over a document, which is a signature of its own kind (ETSI.RFC3161). */
export function checkDocumentStamp(bytes: Uint8Array, content: () => Uint8Array): CmsFacts {
  const stamp = checkStamp(bytes, (algorithm) => createHash(algorithm).update(content()).digest());
  if (stamp.signed === undefined) return { problems: ['unreadable'] };
  const problems = stamp.problems.map((problem) => (problem === 'stampWrong' ? ('changed' as const) : problem));
  return {
    ...factsOf(stamp.signed),
    problems,
    ...(stamp.time && { stampTime: stamp.time.toISOString() }),
    ...(stamp.by && { stampedBy: stamp.by }),
  };
}

/** A time in UTCTime or GeneralizedTime. */
function timeIn(value: ArrayBuffer): Date | undefined {
  const bytes = bufferOf(value);
  const text = bytes.toString('latin1', 2);
  const found = /^(\d{2}|\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/.exec(text);
  if (found === null) return undefined;
  const [, year = '', ...rest] = found;
  const whole = year.length === 4 ? Number(year) : Number(year) + (Number(year) < 50 ? 2000 : 1900);
  const [month = 1, day = 1, hour = 0, minute = 0, second = 0] = rest.map(Number);
  return new Date(Date.UTC(whole, month - 1, day, hour, minute, second));
}
