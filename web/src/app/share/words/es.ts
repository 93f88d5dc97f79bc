/** The words of this language that visitors of shared links meet, by the path of their file. */
export const words = import.meta.glob<Record<string, string>>(
  [
    '../../../platform/text/es.ts',
    '../../../rooms/visits/text/es.ts',
    '../../../rooms/viewer/text/es.ts',
    '../../../rooms/sheets/text/es.ts',
    '../../../rooms/drawings/text/es.ts',
    '../../../rooms/listings/text/es.ts',
  ],
  { import: 'text', eager: true },
);
