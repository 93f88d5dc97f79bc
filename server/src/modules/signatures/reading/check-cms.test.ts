import { createHash, generateKeyPairSync, type KeyObject, sign, X509Certificate } from 'node:crypto';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { BasicConstraints, Certificate, ExtendedKeyUsage, Extension, id_ce_basicConstraints, id_ce_extKeyUsage } from '@peculiar/asn1-x509';
import { expect, it, vi } from 'vitest';
import { openFakeTimeStamps } from '../../../../test/fake-time-stamps.ts';
import type { Services } from '../../../platform/context.ts';
import { makeSeal } from '../seals/make-seal.ts';
import { makeCertificate } from '../seals/seal-keys.ts';
import { stampSignature } from '../time-stamps.ts';
import { checkSignature } from './check-cms.ts';

const roots = vi.hoisted(() => [] as string[]);
// no root that comes with Node.js signs for tests
vi.mock('node:tls', () => ({ rootCertificates: roots }));

interface Issued {
  name: string;
  uses?: string[];
  issuer?: { certificate: X509Certificate; privateKey: KeyObject };
}

/** A certificate of an authority where nobody is named who issues it. */
function issued({ name, uses, issuer }: Issued): { certificate: X509Certificate; privateKey: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const made = makeCertificate({ name, publicKey, privateKey, now: Date.UTC(2026, 0, 1) });
  const whole = AsnConvert.parse(new Uint8Array(made.raw).buffer, Certificate);
  const { tbsCertificate: tbs } = whole;
  const of = (extnID: string, value: unknown): Extension =>
    new Extension({ extnID, extnValue: new OctetString(AsnConvert.serialize(value)) });
  tbs.extensions?.splice(0, tbs.extensions.length, of(id_ce_basicConstraints, new BasicConstraints({ cA: issuer === undefined })));
  if (uses !== undefined) tbs.extensions?.push(of(id_ce_extKeyUsage, new ExtendedKeyUsage(uses)));
  if (issuer !== undefined)
    tbs.issuer = AsnConvert.parse(new Uint8Array(issuer.certificate.raw).buffer, Certificate).tbsCertificate.subject;
  const signature = sign('sha256', Buffer.from(AsnConvert.serialize(tbs)), issuer?.privateKey ?? privateKey);
  const signed = new Certificate({
    tbsCertificate: tbs,
    signatureAlgorithm: whole.signatureAlgorithm,
    signatureValue: new Uint8Array(signature).buffer,
  });
  return { certificate: new X509Certificate(Buffer.from(AsnConvert.serialize(signed))), privateKey };
}

const root = issued({ name: 'Known Root' });
roots.push(root.certificate.toString());
const content = Buffer.from('what is signed');

const check = async (signer: ReturnType<typeof issued>, stamp?: (signature: Buffer) => Promise<Buffer>) =>
  checkSignature(await makeSeal(signer, { digest: createHash('sha256').update(content).digest(), stamp }), {
    content: () => content,
    claimed: new Date(Date.UTC(2026, 1, 1)),
  });

it('a certificate for web servers leads to no known root: anybody with a host name has one', async () => {
  expect(await check(issued({ name: 'Ann Lee', issuer: root }))).toMatchObject({ problems: [], issuedBy: 'chain' });
  const [webServers, mail] = ['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.4'];
  expect(await check(issued({ name: 'Ann Lee', issuer: root, uses: [mail] }))).toMatchObject({ issuedBy: 'chain' });
  expect(await check(issued({ name: 'contracts.example', issuer: root, uses: [webServers] }))).toMatchObject({ issuedBy: 'unknown' });
});

it('a time stamp of somebody unknown is told', async () => {
  const stamps = await openFakeTimeStamps(() => Date.UTC(2026, 2, 1));
  const stamp = (signature: Buffer) => stampSignature({ services: { log: console } as unknown as Services }, stamps.url, signature);
  try {
    const facts = await check(issued({ name: 'Ann Lee', issuer: root }), stamp);
    expect(facts).toMatchObject({ problems: ['unknownStamp'], issuedBy: 'chain', stampedBy: 'Test Time Authority' });
  } finally {
    await stamps.close();
  }
});
