import type { Texts } from './cn.ts';

export const text = {
  hello: 'Hello {name},',
  signInSubject: 'Dossier: your sign-in code is {code}',
  signInText:
    'Your code for signing in is {code}. It is good for 10 minutes. If you are not signing in, somebody knows your password: change it soon.',
  mailSubject: 'Dossier: your code is {code}',
  mailText: 'Enter the code {code} to use this mail address. It is good for 10 minutes. If you did not ask for it, ignore this letter.',
  resetSubject: 'Dossier: your code for a new password is {code}',
  resetText:
    'Your code for a new password is {code}. It is good for 10 minutes. If you did not ask for it, ignore this letter: your password stays as it is.',
  program: 'a program',
  newDeviceSubject: 'Dossier: sign-in from a new device',
  newDeviceText:
    'Your account was used to sign in on a new device: {device}, from {address}, at {time} (UTC). If this was not you, change your password at once.',
  mailChangedSubject: 'Dossier: your mail address was changed',
  mailChangedText: 'The mail address of your account is now {mail}. If you did not change it, tell the administrator.',
  passkeyAddedSubject: 'Dossier: a passkey was added',
  passkeyAddedText: 'The passkey “{passkey}” was added to your account. If this was not you, remove it and change your password.',
  passkeyRemovedSubject: 'Dossier: a passkey was removed',
  passkeyRemovedText: 'The passkey “{passkey}” was removed from your account. If this was not you, change your password.',
  passkeysResetSubject: 'Dossier: your passkeys were removed',
  passkeysResetText:
    'Your password was reset, so your passkeys were removed. If you want any, add them again under “Sign-in and security”.',
  tiedSubject: 'Dossier: your account was linked',
  tiedText:
    'Your account is now linked with “{shown}” of {where}, which signs you in from now on. If this was not you, tell the administrator at once.',
  unboundSubject: 'Dossier: an account was unbound',
  unboundText: 'Your password was set anew, so {where} no longer signs you in. If you want it to, bind it again under “Linked accounts”.',
} satisfies Texts;
