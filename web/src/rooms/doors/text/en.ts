import type { Keys } from './cn.ts';

export const text = {
  signingIn: 'Signing in',
  arriving: 'Signing you in…',
  signInFailed: 'The sign-in did not succeed. Try again.',
  serviceRefused: 'The sign-in service did not let you in. Try again, or sign in another way.',
  signedIn: 'Signed in',
  bindTitle: 'Bind an account',
  binding: 'Binding the account…',
  bindDone: 'The account is bound',
  bindFailed: 'Binding failed, please try again',
  toDocuments: 'To the documents',
  linkedAccounts: 'Linked accounts',
  linkedHint: 'A linked account can be used to sign in here.',
  noApps: 'The administrator has switched on no chat app',
  boundAs: 'Bound to {{name}}',
  notBound: 'Not bound',
  bind: 'Bind',
  unbind: 'Unbind',
} satisfies Record<Keys, string>;
