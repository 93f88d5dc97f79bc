import { createECDH } from 'node:crypto';
import { expect, it } from 'vitest';
import { claimsOf, decrypt } from '../../../../test/push-peer.ts';
import { areKeys, authorization, encryptFor, makeSiteKeys } from './web-push.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');
const p256dh = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
const auth = 'BTBZMqHH6r4Tts7J_aSIgg';

it('encrypts the example of RFC 8291 as it stands there', () => {
  const body = encryptFor({ p256dh, auth }, Buffer.from('When I grow up, I want to be a watermelon'), {
    privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
    salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
  });
  expect(body.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

it('encrypts each message with keys of its own, for its browser alone', () => {
  const browser = createECDH('prime256v1');
  browser.setPrivateKey(bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'));
  const [one, other] = [1, 2].map(() => encryptFor({ p256dh, auth }, Buffer.from('Hello')));
  expect(one!.equals(other!)).toBe(false);
  for (const body of [one!, other!]) expect(decrypt(browser, bytes(auth), body).toString()).toBe('Hello');
  const stranger = createECDH('prime256v1');
  stranger.generateKeys();
  expect(() => decrypt(stranger, bytes(auth), one!)).toThrow(/authenticate data/);
});

it.each([
  ['a point that is not on the curve', { p256dh: Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url'), auth }],
  ['a compressed point', { p256dh: Buffer.concat([Buffer.from([2]), Buffer.alloc(32, 1)]).toString('base64url'), auth }],
  ['a short secret', { p256dh, auth: 'BTBZMqHH6r4' }],
])('knows %s for no keys', (_, keys) => {
  expect([areKeys(keys), areKeys({ p256dh, auth })]).toEqual([false, true]);
});

it('names the site to a push service by a token for that service, which ends', () => {
  const keys = makeSiteKeys();
  const now = 1_800_000_000_000;
  const claims = claimsOf(authorization(keys, { origin: 'https://push.example', subject: 'https://docs.example', now }));
  expect(claims).toEqual({ aud: 'https://push.example', sub: 'https://docs.example', exp: now / 1000 + 12 * 3600 });
});
