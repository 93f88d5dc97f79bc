import type { Keys } from './cn.ts';

export const text = {
  home: 'Inicio',
  goodMorning: 'Buenos días, {{name}}',
  goodDay: 'Buenas tardes, {{name}}',
  goodEvening: 'Buenas noches, {{name}}',
  recent: 'Abiertos recientemente',
  recentEmpty: 'Aquí aparecen los documentos que abra.',
  favorites: 'Favoritos',
  favoritesEmpty: 'Marque con una estrella lo que usa a menudo y lo encontrará aquí.',
  newest: 'Documentos nuevos',
  newestEmpty: 'Aquí aparecen los documentos nuevos que puede ver.',
  popular: 'Descargas populares',
  popularEmpty: 'Aquí aparece lo más descargado en los últimos 30 días.',
  downloads: '{{n}}×',
  all: 'Ver todo',
  allOf: 'Ver todo: {{name}}',
  startTitle: 'Empiece con un archivador',
  startText: 'Los archivadores contienen carpetas y las carpetas, documentos. Cree un archivador y arrastre sus archivos.',
  toEnterprise: 'Abrir documentos de la empresa',
  toMine: 'Abrir mis documentos',
} satisfies Record<Keys, string>;
