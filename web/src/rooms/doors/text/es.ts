import type { Keys } from './cn.ts';

export const text = {
  signingIn: 'Iniciando sesión',
  arriving: 'Iniciando sesión…',
  signInFailed: 'No se pudo iniciar sesión. Inténtelo de nuevo.',
  serviceRefused: 'El servicio de inicio de sesión no permitió el acceso. Inténtelo de nuevo o use otra forma.',
  signedIn: 'Sesión iniciada',
  bindTitle: 'Vincular una cuenta',
  binding: 'Vinculando la cuenta…',
  bindDone: 'La cuenta está vinculada',
  bindFailed: 'No se pudo vincular, inténtelo de nuevo',
  toDocuments: 'Ir a los documentos',
  linkedAccounts: 'Cuentas vinculadas',
  linkedHint: 'Con una cuenta vinculada se puede iniciar sesión aquí.',
  noApps: 'El administrador no ha activado ninguna aplicación de chat',
  boundAs: 'Vinculada a {{name}}',
  notBound: 'Sin vincular',
  bind: 'Vincular',
  unbind: 'Desvincular',
} satisfies Record<Keys, string>;
