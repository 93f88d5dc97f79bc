import { z } from 'zod';
import { get, post } from '../core/route.ts';
import { Flag, Id, Lang, Nothing, Password, Text, Time } from '../core/shapes.ts';

/** Chat apps that an account can be linked to. */
export const ChatApp = z.enum(['messagingApp', 'enterpriseChat']);
export type ChatApp = z.infer<typeof ChatApp>;

/** A chat app and the account in it that is linked to the caller. */
export const Binding = z.object({
  app: ChatApp,
  name: Text,
  bound: z.boolean(),
  /** Display name of that account. */
  nickname: Text.optional(),
  /** Its picture there, ready for `<img>`; absent without one. */
  headimgurl: Text.optional(),
  /** 1 male, 2 female; absent where the app does not say. */
  sex: z.union([z.literal(1), z.literal(2)]).optional(),
  boundAt: Time.optional(),
});
export type Binding = z.infer<typeof Binding>;

/** An external account that signs a user in. */
export const LinkedAccount = z.object({
  /** Identifies the provider for `untie`. */
  provider: Text,
  door: z.enum(['identityProvider', 'ldap', 'handOff', 'messagingApp', 'enterpriseChat']),
  /** The host of an identity provider, or the id of a chat app. */
  at: Text.optional(),
  /** The permanent id of the external account, shortened where it is long. */
  subject: Text,
  shown: Text,
  since: Time,
  lastUsed: Time.optional(),
  /** How many active sessions began through it. */
  sessions: z.number(),
});
export type LinkedAccount = z.infer<typeof LinkedAccount>;

/** The longest value that another system may pass with `red_url`, to get it back after the redirect. */
export const maxTokenLength = 2000;

/** 192 or 256 bits as base64url. */
const Scan = z.string().regex(/^[\w-]{20,64}$/);

export const signInProviders = {
  beginBind: post('/wx/begin', {
    access: 'session',
    does: 'Where to send the browser to bind an account of a chat app; the address is good for five minutes',
    input: z.object({
      app: ChatApp.default('messagingApp'),
      /** The user's own password; an account without one needs a recent sign-in. */
      password: Password.default(''),
    }),
    /** With `&frame=1` the page of the messaging app shows its QR code in a frame. */
    output: z.object({ url: Text }),
  }),
  bind: post('/wx/bind', {
    access: 'session',
    does: 'Bind the account that a chat app gave a code for; without its state only within two minutes of leaving for the app',
    input: z.object({ code: z.string().max(4000), state: z.string().max(4000).default('') }),
    output: Nothing,
  }),
  bindings: get('/wx/detail', {
    access: 'session',
    does: 'The accounts of chat apps that are bound to the caller, of each app that is switched on',
    input: Nothing,
    output: z.object({ list: z.array(Binding) }),
  }),
  unbind: post('/wx/unbind', {
    access: 'session',
    does: 'Unbind an account of a chat app',
    input: z.object({ app: ChatApp.default('messagingApp') }),
    output: Nothing,
  }),
  ties: get('/user/ties', {
    access: 'people.secrets',
    does: 'The accounts elsewhere that sign a person in',
    input: z.object({ id: Id }),
    output: z.object({ list: z.array(LinkedAccount) }),
  }),
  untie: post('/user/untie', {
    access: 'people.secrets',
    does: 'Untie an account elsewhere from a person and end the sessions that began with neither password nor passkey',
    input: z.object({ id: Id, provider: z.string().max(1000) }),
    output: z.object({ ended: z.number() }),
  }),
  redirect: get('/idp/redirect', {
    access: 'public',
    does: 'An address that another system wants to lead to, if the site allows its host',
    input: z.object({ redUrl: z.string().max(4000).default('') }),
    output: z.object({ redUrl: Text.optional() }),
  }),
  beginScan: post('/scan/begin', {
    access: 'public',
    does: 'A code that a signed-in phone can confirm; good for two minutes, and only for who has the secret',
    input: Nothing,
    output: z.object({
      scanId: Text,
      secret: Text,
      url: Text,
      /** The address as a QR code, ready for `<img>`. */
      image: Text,
      expires: Time,
    }),
  }),
  pollScan: post('/scan/poll', {
    access: 'public',
    does: 'Whether a phone has confirmed the code, and then, once, the session; 2039 when it never will',
    input: z.object({ scanId: Scan, secret: Scan, lang: Lang.optional(), pageLang: Lang.optional() }),
    /** With the session once it is confirmed. */
    output: z.object({ state: z.enum(['waiting', 'confirmed']), sessionId: Text.optional() }),
  }),
  showScan: get('/scan/detail', {
    access: 'session',
    does: 'Who asks to be signed in by a scanned code',
    input: z.object({ code: Scan }),
    output: z.object({ browser: Text, system: Text, address: Text, since: Time, expires: Time }),
  }),
  answerScan: post('/scan/confirm', {
    access: 'session',
    does: 'Sign the browser in that shows a code, as oneself; or refuse it',
    input: z.object({ code: Scan, accept: Flag.default(true) }),
    output: Nothing,
  }),
};
