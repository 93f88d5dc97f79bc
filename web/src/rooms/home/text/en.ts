import type { Keys } from './cn.ts';

export const text = {
  home: 'Home',
  goodMorning: 'Good morning, {{name}}',
  goodDay: 'Good afternoon, {{name}}',
  goodEvening: 'Good evening, {{name}}',
  recent: 'Recently opened',
  recentEmpty: 'Documents that you open appear here.',
  favorites: 'Favourites',
  favoritesEmpty: 'Star the documents and folders you use often, and find them here.',
  newest: 'New documents',
  newestEmpty: 'New documents that you may see appear here.',
  popular: 'Popular downloads',
  popularEmpty: 'What was downloaded most in the last 30 days appears here.',
  downloads: '{{n}}×',
  all: 'All',
  allOf: 'All: {{name}}',
  startTitle: 'Start with a cabinet',
  startText: 'Cabinets hold folders, and folders hold documents. Create a cabinet, then drop your files into it.',
  toEnterprise: 'Open enterprise documents',
  toMine: 'Open my documents',
} satisfies Record<Keys, string>;
