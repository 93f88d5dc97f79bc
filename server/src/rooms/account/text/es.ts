import type { Texts } from './cn.ts';

export const text = {
  noAddress: 'No se puede saber la dirección de este sitio. Indíquela.',
  numbers: 'Las llaves de acceso no funcionan en {address}: hace falta un nombre de host, no un número.',
  notSafe: 'Las llaves de acceso necesitan una dirección que empiece por https://; {address} no lo hace.',
  notSafeHere:
    'Este sitio recibe las peticiones en {address} y las llaves de acceso necesitan https://. Indique la dirección del sitio, o configure DOSSIER_TRUSTED_PROXIES si un proxy termina TLS.',
  elsewhere: 'Las llaves de acceso solo funcionarían en {address}, y esta página se abrió en {here}.',
} satisfies Texts;
