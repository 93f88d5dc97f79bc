import { z } from 'zod';
import { get, post } from '../core/route.ts';
import { Flag, Id, Lang, LoginName, Nothing, Password, Text, Time } from '../core/shapes.ts';

/** A passkey of a user. */
export const Passkey = z.object({ id: Id, name: Text, created: Time, lastUsed: Time.optional() });
export type Passkey = z.infer<typeof Passkey>;

/** The most passkeys of a user. */
export const maxPasskeys = 20;

/** The name that a user gives a passkey. */
const PasskeyName = z.string().trim().min(1).max(100);
const Bytes = z.string().max(30_000);
const CredentialId = z.string().min(1).max(2000);
const KeyType = z.literal('public-key');
const Required = z.literal('required');

/** The browser's answer to the creation of a passkey. */
const MadePasskey = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: KeyType,
  response: z.object({ clientDataJSON: Bytes, attestationObject: Bytes, transports: z.array(z.string().max(40)).max(10).optional() }),
});

/** The browser's answer to a signature by a passkey. */
const UsedPasskey = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: KeyType,
  response: z.object({ clientDataJSON: Bytes, authenticatorData: Bytes, signature: Bytes, userHandle: z.string().max(200).optional() }),
});

/** What a browser sends to prove by a passkey who its user is: the ticket that came with the challenge, and the signature. */
export const PasskeyAnswer = z.object({ ticket: z.string().max(2000), used: UsedPasskey });
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>;

/** Arguments of `navigator.credentials.create`; bytes as base64url. */
const PasskeyToMake = z.object({
  challenge: Text,
  rp: z.object({ id: Text, name: Text }),
  user: z.object({ id: Text, name: Text, displayName: Text }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: KeyType })),
  excludeCredentials: z.array(z.object({ id: Text, type: KeyType })),
  authenticatorSelection: z.object({ residentKey: Required, userVerification: Required }),
  attestation: z.literal('none'),
  timeout: z.number(),
});

/** Arguments of `navigator.credentials.get`: the user picks any passkey of this site. */
const PasskeyToUse = z.object({ challenge: Text, rpId: Text, userVerification: Required, timeout: z.number() });

/** The same with a passkey of one user. */
const PasskeyToProve = PasskeyToUse.extend({ allowCredentials: z.array(z.object({ id: Text, type: KeyType })) });

/** Channels of the second factor: a code by mail, or one from an authenticator. */
export const Channel = z.enum(['mail', 'totp']);
export type Channel = z.infer<typeof Channel>;

/** A pending second factor: `sentTo` is the address, mostly masked. */
export const Validation = z.object({ validateId: Text, channel: Channel, sentTo: Text });
export type Validation = z.infer<typeof Validation>;

/** A signed-in device. */
export const Device = z.object({
  id: Id,
  /** Browser or program, and operating system; empty where unknown. */
  browser: Text,
  system: Text,
  address: Text,
  /** The administrator of a view-as session, whose address is not shown; such a session ends by itself. */
  viewer: Text.optional(),
  since: Time,
  lastSeen: Time,
  current: z.boolean(),
});
export type Device = z.infer<typeof Device>;

const Code = z.string().trim().max(40);

/** The user's own password. An account without one sends none: a recent sign-in replaces it. */
const Proof = Password.default('');

/** The oldest sign-in, in minutes, that replaces a password. */
export const freshMinutes = 10;

export const account = {
  detail: get('/account/detail', {
    access: 'session',
    does: 'How one signs in: the mail address and the second step',
    input: Nothing,
    output: z.object({
      mail: Text.optional(),
      /** Whether mail can be sent, and so the address be changed. */
      mailWorks: z.boolean(),
      /** Whether the account has a password; otherwise `freshUntil` is the time until which the sign-in replaces one. */
      hasPassword: z.boolean(),
      freshUntil: Time.optional(),
      policy: z.enum(['off', 'optional', 'required']),
      mailStep: z.boolean(),
      totp: z.boolean(),
      recoveryCodes: z.number(),
    }),
  }),
  askMail: post('/account/askMail', {
    access: 'session',
    does: 'Send a code to a new mail address of one’s own',
    input: z.object({ mail: Text, password: Proof }),
    output: Validation,
  }),
  confirmMail: post('/account/confirmMail', {
    access: 'session',
    does: 'Take the new mail address that a code was sent to',
    input: z.object({ validateId: Text, validateCode: Code }),
    output: Nothing,
  }),
  setMailStep: post('/account/setMailStep', {
    access: 'session',
    does: 'Ask for a code by mail after the own password, or no longer',
    input: z.object({ on: Flag, password: Proof }),
    output: Nothing,
  }),
  beginTotp: post('/account/beginTotp', {
    access: 'session',
    does: 'A new secret for an authenticator, in use once it is confirmed',
    input: z.object({ password: Proof }),
    output: z.object({ secret: Text, uri: Text, image: Text }),
  }),
  confirmTotp: post('/account/confirmTotp', {
    access: 'session',
    does: 'Confirm an authenticator with a code from it; answers recovery codes, shown once',
    input: z.object({ validateCode: Code }),
    output: z.object({ recoveryCodes: z.array(Text) }),
  }),
  removeTotp: post('/account/removeTotp', {
    access: 'session',
    does: 'Remove the authenticator and its recovery codes',
    input: z.object({ password: Proof }),
    output: Nothing,
  }),
  newRecoveryCodes: post('/account/newRecoveryCodes', {
    access: 'session',
    does: 'New recovery codes in place of the old ones, shown once',
    input: z.object({ password: Proof }),
    output: z.object({ recoveryCodes: z.array(Text) }),
  }),
  passkeys: get('/passkey/list', {
    access: 'session',
    does: 'The own passkeys, and whether the site takes them',
    input: Nothing,
    output: z.object({ enabled: z.boolean(), list: z.array(Passkey) }),
  }),
  beginPasskey: post('/passkey/beginAdd', {
    access: 'session',
    does: 'What the browser needs to make a passkey; good for five minutes',
    input: z.object({ password: Proof }),
    output: z.object({ ticket: Text, options: PasskeyToMake }),
  }),
  addPasskey: post('/passkey/add', {
    access: 'session',
    does: 'Keep a passkey that the browser has made; named after the browser where no name is given',
    input: z.object({ ticket: z.string().max(2000), made: MadePasskey, name: PasskeyName.optional() }),
    output: Passkey,
  }),
  renamePasskey: post('/passkey/rename', {
    access: 'session',
    does: 'Give an own passkey another name',
    input: z.object({ id: Id, name: PasskeyName }),
    output: Nothing,
  }),
  removePasskey: post('/passkey/remove', {
    access: 'session',
    does: 'Remove an own passkey: it signs nobody in any more',
    input: z.object({ id: Id, password: Proof }),
    output: Nothing,
  }),
  askForPasskey: post('/passkey/begin', {
    access: 'public',
    does: 'What the browser needs to sign in with a passkey; good for five minutes and for one sign-in',
    input: Nothing,
    output: z.object({ ticket: Text, options: PasskeyToUse }),
    reads: true,
  }),
  usePasskey: post('/passkey/signIn', {
    access: 'public',
    does: 'Sign in with a passkey, which counts as both steps',
    input: z.object({ ticket: z.string().max(2000), used: UsedPasskey, lang: Lang.optional(), pageLang: Lang.optional() }),
    output: z.object({ sessionId: Text }),
  }),
  beginPasskeyProof: post('/passkey/beginProof', {
    access: 'session',
    does: 'What the browser needs to prove by one of the own passkeys who its user is; good for five minutes, in this session alone',
    input: Nothing,
    output: z.object({ ticket: Text, options: PasskeyToProve }),
    reads: true,
  }),
  devices: get('/session/list', { access: 'session', does: 'The devices one is signed in on', input: Nothing, output: z.array(Device) }),
  endSession: post('/session/end', {
    access: 'session',
    does: 'Sign out on one other device; without an id on all others',
    input: z.object({ id: Id.optional() }),
    output: z.object({ ended: z.number() }),
  }),
  askReset: post('/account/askReset', {
    access: 'public',
    does: 'Send a code to the mail address of an account whose password is forgotten; the same answer whether or not there is one',
    input: z.object({ loginName: LoginName, captchaId: Text, captcha: Text }),
    output: z.object({ validateId: Text }),
  }),
  checkReset: post('/account/checkReset', {
    access: 'public',
    does: 'Give the code for a new password; answers a ticket for it',
    input: z.object({ validateId: Text, validateCode: Code }),
    output: z.object({ ticket: Text }),
  }),
  resetForgotten: post('/account/resetPwd', {
    access: 'public',
    does: 'Set a new password with a ticket; ends all sessions',
    input: z.object({ ticket: z.string().max(2000), newPwd: Password, confirmPwd: Password.optional() }),
    output: Nothing,
  }),
};
