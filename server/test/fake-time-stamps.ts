import { createHash, generateKeyPairSync, hash, sign, X509Certificate } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { Certificate, ExtendedKeyUsage, Extension, id_ce_extKeyUsage } from '@peculiar/asn1-x509';
import { algorithm, der, derValues, oid, tag } from '../src/modules/signatures/seals/der.ts';
import { makeCertificate } from '../src/modules/signatures/seals/seal-keys.ts';

/** What a fake time-stamp server does with the next request. */
type Behaviour = 'stamp' | 'refuse' | 'fail' | 'lie';

export interface FakeTimeStamps {
  url: string;
  behave(how: Behaviour): void;
  close(): Promise<void>;
}

const bytesOf = (value: ArrayBuffer): Buffer => Buffer.from(value);

/** A certificate for time stamps alone. */
function stampCertificate(now: number) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const made = makeCertificate({ name: 'Test Time Authority', publicKey, privateKey, now });
  const whole = AsnConvert.parse(new Uint8Array(made.raw).buffer, Certificate);
  const usage = new ExtendedKeyUsage(['1.3.6.1.5.5.7.3.8']);
  whole.tbsCertificate.extensions?.push(
    new Extension({ extnID: id_ce_extKeyUsage, critical: true, extnValue: new OctetString(AsnConvert.serialize(usage)) }),
  );
  const tbs = AsnConvert.serialize(whole.tbsCertificate);
  const signed = new Certificate({
    tbsCertificate: whole.tbsCertificate,
    signatureAlgorithm: whole.signatureAlgorithm,
    signatureValue: new Uint8Array(sign('sha256', bytesOf(tbs), privateKey)).buffer,
  });
  return { privateKey, certificate: new X509Certificate(bytesOf(AsnConvert.serialize(signed))) };
}

const tstInfo = der(tag.oid, Buffer.from('2a864886f70d0109100104', 'hex'));

function issuerAndSerial(certificate: X509Certificate): Buffer {
  const { tbsCertificate } = AsnConvert.parse(new Uint8Array(certificate.raw).buffer, Certificate);
  return der(tag.sequence, bytesOf(AsnConvert.serialize(tbsCertificate.issuer)), der(tag.integer, bytesOf(tbsCertificate.serialNumber)));
}

/** A time-stamp server (RFC 3161) on this machine, with a clock of its own. */
export async function openFakeTimeStamps(now: () => number): Promise<FakeTimeStamps> {
  const { privateKey, certificate } = stampCertificate(now());
  let how: Behaviour = 'stamp';
  const answerTo = (request: Buffer): Buffer => {
    if (how === 'refuse') return der(tag.sequence, der(tag.sequence, der(tag.integer, Buffer.from([2]))));
    const [whole] = derValues(request);
    const [, asked] = derValues(whole?.content ?? Buffer.alloc(0));
    const imprint =
      how === 'lie' ? der(tag.sequence, algorithm(oid.sha256), der(tag.octets, Buffer.alloc(32))) : (asked?.whole ?? Buffer.alloc(0));
    const time = new Date(now()).toISOString().replace(/[-:T]/g, '').replace(/\..*/, 'Z');
    const version = (value: number): Buffer => der(tag.integer, Buffer.from([value]));
    const policy = der(tag.oid, Buffer.from('2a0304', 'hex'));
    const info = der(tag.sequence, version(1), policy, imprint, version(7), der(0x18, Buffer.from(time)));
    const attributes = [
      der(tag.sequence, oid.contentType, der(tag.set, tstInfo)),
      der(tag.sequence, oid.messageDigest, der(tag.set, der(tag.octets, createHash('sha256').update(info).digest()))),
      der(
        tag.sequence,
        oid.signingCertificateV2,
        der(tag.set, der(tag.sequence, der(tag.sequence, der(tag.sequence, der(tag.octets, hash('sha256', certificate.raw, 'buffer')))))),
      ),
    ].toSorted(Buffer.compare);
    const signer = der(
      tag.sequence,
      version(1),
      issuerAndSerial(certificate),
      algorithm(oid.sha256),
      der(tag.context0, ...attributes),
      algorithm(oid.rsaEncryption),
      der(tag.octets, sign('sha256', der(tag.set, ...attributes), privateKey)),
    );
    const content = der(tag.sequence, tstInfo, der(tag.context0, der(tag.octets, info)));
    const data = der(
      tag.sequence,
      version(3),
      der(tag.set, algorithm(oid.sha256)),
      content,
      der(tag.context0, certificate.raw),
      der(tag.set, signer),
    );
    const token = der(tag.sequence, oid.signedData, der(tag.context0, data));
    return der(tag.sequence, der(tag.sequence, version(0)), token);
  };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      if (how === 'fail') response.writeHead(503).end();
      else response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(answerTo(Buffer.concat(parts)));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsa`,
    behave: (next) => void (how = next),
    close: () => new Promise((done) => server.close(() => done())),
  };
}
