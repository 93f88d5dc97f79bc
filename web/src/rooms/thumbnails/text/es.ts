import type { Words } from '../../../platform/i18n.ts';
import type { Keys } from './cn.ts';

export const text = {
  quickLookOf: 'Vista rápida: {{name}}',
  previous: 'Anterior',
  next: 'Siguiente',
  open: 'Abrir',
  close: 'Cerrar',
  loading: 'Cargando',
  noPicture: 'Este documento no se puede mostrar aquí. Ábralo para ver más.',
  noRight: 'No tiene permiso para ver este documento',
} satisfies Words<Keys>;
