import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { InputOf, OutputOf } from '@dossier/contract/core/route';
import type { account } from '@dossier/contract/identity/account';

type ToMake = OutputOf<typeof account.beginPasskey>['options'];
type ToUse = OutputOf<typeof account.askForPasskey>['options'];
type Made = InputOf<typeof account.addPasskey>['made'];
type Used = InputOf<typeof account.usePasskey>['used'];

/** Faults of an authenticator, or of a man in the middle. */
export interface Twist {
  origin?: string;
  challenge?: string;
  rpId?: string;
  /** Without user verification (finger or PIN). */
  unverified?: boolean;
  counter?: number;
  userHandle?: string;
  type?: string;
}

/** A passkey in software: ES256, no attestation. Its counter starts from 1, or stays 0 where `counts` is false. */
export interface SoftPasskey {
  readonly id: string;
  make(options: ToMake, twist?: Twist): Made;
  use(options: ToUse, twist?: Twist): Used;
}

const flags = { present: 0x01, verified: 0x04, holdsKey: 0x40 };
const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();
const wire = (bytes: Buffer): string => bytes.toString('base64url');

export function softPasskey({ origin = 'http://localhost', counts = true, id = wire(randomBytes(32)) } = {}): SoftPasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  let counter = 0;
  let owner = '';

  const clientData = (type: string, challenge: string, twist: Twist): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: twist.type ?? type,
        challenge: twist.challenge ?? challenge,
        origin: twist.origin ?? origin,
        crossOrigin: false,
      }),
    );

  const authData = (rpId: string, bits: number, twist: Twist): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(twist.counter ?? (counts ? ++counter : 0));
    const shown = flags.present | (twist.unverified === true ? 0 : flags.verified) | bits;
    return Buffer.concat([sha256(twist.rpId ?? rpId), Buffer.from([shown]), count]);
  };

  /** The public key as CBOR: a map of type, algorithm, curve and point. */
  const coseKey = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);

  return {
    id,
    make(options, twist = {}) {
      owner = options.user.id;
      const raw = Buffer.from(id, 'base64url');
      const length = Buffer.from([raw.length >> 8, raw.length & 255]);
      const data = Buffer.concat([authData(options.rp.id, flags.holdsKey, twist), Buffer.alloc(16), length, raw, coseKey]);
      // a map of three: fmt "none", attStmt {}, authData
      const head = Buffer.from(`a363666d74646e6f6e656761747453746d74a068617574684461746159`, 'hex');
      const attestationObject = Buffer.concat([head, Buffer.from([data.length >> 8, data.length & 255]), data]);
      const clientDataJSON = clientData('webauthn.create', options.challenge, twist);
      const response = { clientDataJSON: wire(clientDataJSON), attestationObject: wire(attestationObject), transports: ['internal'] };
      return { id, rawId: id, type: 'public-key', response };
    },
    use(options, twist = {}) {
      const data = authData(options.rpId, 0, twist);
      const clientDataJSON = clientData('webauthn.get', options.challenge, twist);
      const signature = sign('sha256', Buffer.concat([data, sha256(clientDataJSON)]), privateKey);
      const response = { clientDataJSON: wire(clientDataJSON), authenticatorData: wire(data), signature: wire(signature) };
      return { id, rawId: id, type: 'public-key', response: { ...response, userHandle: twist.userHandle ?? owner } };
    },
  };
}
