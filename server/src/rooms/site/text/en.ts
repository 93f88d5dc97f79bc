import type { Texts } from './cn.ts';

export const text = {
  mailNoHost: 'Enter the address of the mail server.',
  mailNoFrom: 'Enter the mail address that letters come from.',
  mailNoOwn:
    'The mail server answers and takes the sign-in. No letter was sent, because your own account has no mail address. Add one under “Account” in your menu and try again.',
  mailNoServer: 'There is no answer from {host}:{port}. Check the address, the port and the firewall. ({answer})',
  mailInsecure: 'No safe connection to the mail server. Check the encryption, the port and its certificate. ({answer})',
  mailLogin: 'The mail server does not take this user name or password. ({answer})',
  mailRefused: 'The mail server refused. ({answer})',
  trySubject: 'Dossier: a test',
  tryText: 'This is a test. You got it, so the mail settings work.',
} satisfies Texts;
