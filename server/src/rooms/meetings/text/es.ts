import type { Texts } from './cn.ts';

export const text = {
  invitedSubject: 'Invitación: {name}',
  invitedText: '{by} le invita a la reunión «{name}».',
  movedSubject: 'Reunión modificada: {name}',
  movedText: '{by} cambió la hora o el lugar de la reunión «{name}».',
  cancelledSubject: 'Reunión cancelada: {name}',
  cancelledText: '{by} canceló la reunión «{name}».',
  when: 'Hora: {from} a {to}',
  where: 'Lugar: {place}',
  open: 'Orden del día y respuesta: {url}',
  calendar: 'Añadir a su calendario: {url}',
} satisfies Texts;
