import type { Texts } from './cn.ts';

export const text = {
  noAddress: 'The address of this site cannot be told. Enter it.',
  numbers: 'Passkeys do not work at {address}: they need a host with a name, not a number.',
  notSafe: 'Passkeys need an address that begins with https://; {address} does not.',
  notSafeHere:
    'This site is asked at {address}, and passkeys need https://. Enter the address of the site, or set DOSSIER_TRUSTED_PROXIES where a proxy ends TLS.',
  elsewhere: 'Passkeys would work at {address} only, and this page was opened at {here}.',
} satisfies Texts;
