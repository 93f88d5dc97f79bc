import { hash, type KeyObject, sign, type X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import { algorithm, der, derValues, oid, tag } from './der.ts';
import type { SealKey } from './seal-keys.ts';

const signLater = promisify<string, Buffer, KeyObject, Buffer>(sign);

const attribute = (id: Buffer, ...values: Buffer[]): Buffer => der(tag.sequence, id, der(tag.set, ...values));

/** Issuer and serial number of a certificate, as they stand in it. */
function issuerAndSerialOf({ raw }: X509Certificate): Buffer {
  const [whole] = derValues(raw);
  const [tbs] = derValues(whole?.content ?? Buffer.alloc(0));
  const fields = derValues(tbs?.content ?? Buffer.alloc(0)).filter((field) => field.tag !== tag.context0);
  const [serial, , issuer] = fields;
  if (serial === undefined || issuer === undefined) throw new RangeError('no certificate');
  return der(tag.sequence, issuer.whole, serial.whole);
}

interface SealTerms {
  /** SHA-256 of the bytes that the seal covers. */
  digest: Buffer;
  /** Answers the token of a time stamp for a signature. */
  stamp?: ((signature: Buffer) => Promise<Buffer>) | undefined;
}

/**
 * Makes a detached CMS signature (RFC 5652) with the attributes of PAdES (ETSI EN 319 142-1): `signing-certificate-v2` names the certificate by hash.
 * The attribute `signing-time` is left out, as PAdES puts the time of signing into the entry `/M` of the PDF's signature dictionary.
 */
export async function makeSeal({ certificate, privateKey }: SealKey, { digest, stamp }: SealTerms): Promise<Buffer> {
  const certificateHash = der(tag.octets, hash('sha256', certificate.raw, 'buffer'));
  const named = der(tag.sequence, der(tag.sequence, der(tag.sequence, certificateHash)));
  const attributes = [
    attribute(oid.contentType, oid.data),
    attribute(oid.messageDigest, der(tag.octets, digest)),
    attribute(oid.signingCertificateV2, named),
  ].toSorted(Buffer.compare);
  const signature = await signLater('sha256', der(tag.set, ...attributes), privateKey);
  const unsigned = stamp === undefined ? [] : [der(tag.context1, attribute(oid.timeStampToken, await stamp(signature)))];
  const version = der(tag.integer, Buffer.from([1]));
  const signer = der(
    tag.sequence,
    version,
    issuerAndSerialOf(certificate),
    algorithm(oid.sha256),
    der(tag.context0, ...attributes),
    algorithm(oid.rsaEncryption),
    der(tag.octets, signature),
    ...unsigned,
  );
  const signedData = der(
    tag.sequence,
    version,
    der(tag.set, algorithm(oid.sha256)),
    der(tag.sequence, oid.data),
    der(tag.context0, certificate.raw),
    der(tag.set, signer),
  );
  return der(tag.sequence, oid.signedData, der(tag.context0, signedData));
}
