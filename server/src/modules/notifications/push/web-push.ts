import { createCipheriv, createECDH, createPrivateKey, generateKeyPairSync, hkdfSync, randomBytes, sign } from 'node:crypto';

/** A browser's keys for its push messages (RFC 8291), as it gives them: base64url. */
export interface DeviceKeys {
  /** A point of P-256, uncompressed: 65 bytes. */
  p256dh: string;
  /** 16 bytes. */
  auth: string;
}

const curve = 'prime256v1';
const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64url');

/** Whether these are keys that a message can be encrypted for. */
export function areKeys({ p256dh, auth }: DeviceKeys): boolean {
  const point = bytesOf(p256dh);
  if (bytesOf(auth).length !== 16 || point.length !== 65 || point[0] !== 4) return false;
  try {
    // fails for a point that is not on the curve
    const own = createECDH(curve);
    own.generateKeys();
    own.computeSecret(point);
    return true;
  } catch {
    return false;
  }
}

/** What RFC 8188 calls the record size: the whole message is one record. */
const recordSize = 4096;
/** Push services take at least 4096 bytes: header, delimiter and tag take 103 of them. */
export const mostPlainBytes = 3900;

const derive = (key: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

interface Randomness {
  /** The private key of this message. */
  privateKey?: Buffer;
  salt?: Buffer;
}

/** Encrypts a message for a browser, so that its push service cannot read it: `aes128gcm` of RFC 8188 with the keys of RFC 8291. */
export function encryptFor({ p256dh, auth }: DeviceKeys, text: Buffer, { privateKey, salt = randomBytes(16) }: Randomness = {}): Buffer {
  const own = createECDH(curve);
  if (privateKey === undefined) own.generateKeys();
  else own.setPrivateKey(privateKey);
  const theirs = bytesOf(p256dh);
  const publicKey = own.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, publicKey]);
  const shared = derive(own.computeSecret(theirs), bytesOf(auth), info, 32);
  const contentKey = derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', contentKey, nonce);
  // 2 marks the last record
  const sealed = Buffer.concat([cipher.update(Buffer.concat([text, Buffer.from([2])])), cipher.final(), cipher.getAuthTag()]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(recordSize);
  return Buffer.concat([salt, size, Buffer.from([publicKey.length]), publicKey, sealed]);
}

/** The keys by which push services know this site (VAPID, RFC 8292). */
export interface SiteKeys {
  /** The public key as browsers take it. */
  publicKey: string;
  /** As PEM. */
  privateKey: string;
}

/** Makes keys for a site. */
export function makeSiteKeys(): SiteKeys {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: curve });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return {
    publicKey: Buffer.concat([Buffer.from([4]), bytesOf(x), bytesOf(y)]).toString('base64url'),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  };
}

const lastsSeconds = 12 * 3600;

/** The header that tells a push service who sends: a token for its origin, signed with the keys of the site. */
export function authorization(
  { publicKey, privateKey }: SiteKeys,
  { origin, subject, now }: { origin: string; subject: string; now: number },
): string {
  const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  const claims = { aud: origin, exp: Math.floor(now / 1000) + lastsSeconds, sub: subject };
  const signed = `${encoded({ typ: 'JWT', alg: 'ES256' })}.${encoded(claims)}`;
  const signature = sign('sha256', Buffer.from(signed), { key: createPrivateKey(privateKey), dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`;
}
