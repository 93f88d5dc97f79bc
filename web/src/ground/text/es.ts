import type { Keys } from './cn.ts';

export const text = {
  systemError: 'Error del sistema; inténtelo de nuevo más tarde',
  noConnection: 'No se puede conectar con el servidor. Revise la red e inténtelo de nuevo.',
  timedOut: 'El servidor no respondió a tiempo. Inténtelo más tarde.',
  signedOut: 'La sesión ha terminado. Inicie sesión de nuevo.',
  retry: 'Reintentar',
  cancel: 'Cancelar',
  close: 'Cerrar',
  moreTabs: 'Más pestañas',
  justNow: 'ahora mismo',
  minutesAgo: 'hace {{n}} min',
  hoursAgo: 'hace {{n}} h',
  oneDayAgo: 'hace 1 día',
  updated: 'Dossier se ha actualizado',
  updatedHint: 'Recargue la página para continuar con la versión nueva.',
  reload: 'Recargar',
  partMissing: 'No se pudo cargar una parte de la página. Inténtelo de nuevo.',
  clear: 'Borrar',
  toHome: 'Ir a la página de inicio',
} satisfies Record<Keys, string>;
