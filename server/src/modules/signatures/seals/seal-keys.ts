import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  generateKeyPair,
  hash,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto';
import { promisify } from 'node:util';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  BasicConstraints,
  Certificate,
  Extension,
  Extensions,
  id_ce_basicConstraints,
  id_ce_keyUsage,
  id_ce_subjectKeyIdentifier,
  KeyUsage,
  KeyUsageFlags,
  Name,
  RelativeDistinguishedName,
  SubjectKeyIdentifier,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
} from '@peculiar/asn1-x509';
import type { Services } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { sharedSecret } from '../../../platform/db/shared-secret.ts';
import { organisationNames } from '../../identity/organisations.queries.ts';
import { insertKey, type KeyRow, newestKey } from './seal-keys.queries.ts';

/** The key by which an organisation seals, with its certificate. */
export interface SealKey {
  certificate: X509Certificate;
  privateKey: KeyObject;
}

const yearMs = 365 * 24 * 3_600_000;
const validMs = 10 * yearMs + 2 * 24 * 3_600_000;
/** A key is followed by another one so long before its certificate ends. */
const renewMs = yearMs;
const bits = 3072;
const sha256WithRsa = '1.2.840.113549.1.1.11';
const [commonName, organisationOid] = ['2.5.4.3', '2.5.4.10'];

const newKeyPair = promisify(generateKeyPair);

/** The certificate that an organisation seals by now; undefined before its first seal. */
export async function currentCertificate(db: Db, organisationId: number): Promise<X509Certificate | undefined> {
  const row = await newestKey(db, organisationId);
  return row && new X509Certificate(row.certificate);
}

/** The secret that private keys are encrypted with, apart from their rows. */
const wrappingKey = async (services: Services): Promise<Buffer> =>
  Buffer.from(await sharedSecret(services.database, 'signing', () => randomBytes(32).toString('base64url')), 'base64url');

async function wrap(services: Services, der: Buffer): Promise<string> {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', await wrappingKey(services), nonce);
  const sealed = Buffer.concat([cipher.update(der), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

async function unwrap(services: Services, kept: string): Promise<KeyObject> {
  const bytes = Buffer.from(kept, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', await wrappingKey(services), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  const der = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
}

/** The key of an organisation, made where it has none or its certificate ends soon. Waits for the key: never inside a transaction. */
export async function sealKeyOf(services: Services, organisationId: number): Promise<SealKey> {
  const { read, write } = services.database;
  const found = await newestKey(read, organisationId);
  if (found !== undefined && found.valid_until - renewMs > services.now()) return keyOf(services, found);
  const { publicKey, privateKey } = await newKeyPair('rsa', { modulusLength: bits });
  const now = services.now();
  const name = (await organisationNames(read, [organisationId])).get(organisationId) ?? '';
  const certificate = makeCertificate({ name, publicKey, privateKey, now });
  const row: KeyRow = {
    organisation_id: organisationId,
    number: (found?.number ?? 0) + 1,
    certificate: certificate.toString(),
    fingerprint: fingerprintOf(certificate),
    private_key: await wrap(services, privateKey.export({ format: 'der', type: 'pkcs8' })),
    valid_until: certificate.validToDate.getTime(),
    created_at: now,
  };
  await write((db) => insertKey(db, row));
  // of two that are made at once the first is kept
  return keyOf(services, (await newestKey(read, organisationId)) ?? row);
}

const keyOf = async (services: Services, row: KeyRow): Promise<SealKey> => ({
  certificate: new X509Certificate(row.certificate),
  privateKey: await unwrap(services, row.private_key),
});

/** SHA-256 of a certificate in small hexadecimal digits. */
export const fingerprintOf = ({ raw }: X509Certificate): string => hash('sha256', raw, 'hex');

const arrayOf = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes).buffer;

function nameOf(organisation: string): Name {
  const part = (type: string): RelativeDistinguishedName =>
    new RelativeDistinguishedName([new AttributeTypeAndValue({ type, value: new AttributeValue({ utf8String: organisation }) })]);
  return new Name([part(organisationOid), part(commonName)]);
}

interface CertificateFacts {
  name: string;
  publicKey: KeyObject;
  privateKey: KeyObject;
  now: number;
}

/** The longest name in a certificate (RFC 5280, ub-common-name). */
const longestName = 64;

/** A self-signed X.509 certificate for signatures (RFC 5280): no certificate authority has verified the organisation. */
export function makeCertificate({ name, publicKey, privateKey, now }: CertificateFacts): X509Certificate {
  const spki = AsnConvert.parse(arrayOf(publicKey.export({ format: 'der', type: 'spki' })), SubjectPublicKeyInfo);
  const keyId = new SubjectKeyIdentifier(arrayOf(hash('sha1', Buffer.from(spki.subjectPublicKey), 'buffer')));
  const extension = (extnID: string, value: unknown, critical: boolean): Extension =>
    new Extension({ extnID, critical, extnValue: new OctetString(AsnConvert.serialize(value)) });
  const algorithm = new AlgorithmIdentifier({ algorithm: sha256WithRsa, parameters: null });
  const serial = randomBytes(16);
  // positive, and of full length
  serial.writeUInt8((serial.readUInt8(0) & 0x3f) | 0x40, 0);
  const subject = nameOf([...name].slice(0, longestName).join('') || 'Dossier');
  const tbs = new TBSCertificate({
    version: 2,
    serialNumber: arrayOf(serial),
    signature: algorithm,
    issuer: subject,
    subject,
    validity: new Validity({ notBefore: new Date(now - 60_000), notAfter: new Date(now + validMs) }),
    subjectPublicKeyInfo: spki,
    extensions: new Extensions([
      extension(id_ce_basicConstraints, new BasicConstraints({ cA: false }), true),
      extension(id_ce_keyUsage, new KeyUsage(KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation), true),
      extension(id_ce_subjectKeyIdentifier, keyId, false),
    ]),
  });
  const signature = sign('sha256', Buffer.from(AsnConvert.serialize(tbs)), privateKey);
  const whole = new Certificate({ tbsCertificate: tbs, signatureAlgorithm: algorithm, signatureValue: arrayOf(signature) });
  return new X509Certificate(Buffer.from(AsnConvert.serialize(whole)));
}
