import type { Words } from '../../../platform/i18n.ts';
import type { Keys } from './cn.ts';

export const text = {
  messages: 'Mensajes',
  unreadCount: '{{n}} mensajes sin leer',
  unreadCount_one: '{{n}} mensaje sin leer',
  unread: 'Sin leer',
  isUnread: 'Sin leer',
  all: 'Todos',
  filter: 'Filtrar mensajes',
  markAllRead: 'Marcar todo como leído',
  allMessages: 'Todos los mensajes',
  nothingNew: 'No hay mensajes sin leer',
  none: 'Aún no hay mensajes',
  download: 'Descargar',
  show: 'Ver',
  inSpace: 'en {{name}}',
} satisfies Words<Keys>;
