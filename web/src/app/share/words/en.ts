/** The words of this language that visitors of shared links meet, by the path of their file. */
export const words = import.meta.glob<Record<string, string>>(
  [
    '../../../platform/text/en.ts',
    '../../../rooms/visits/text/en.ts',
    '../../../rooms/viewer/text/en.ts',
    '../../../rooms/sheets/text/en.ts',
    '../../../rooms/drawings/text/en.ts',
    '../../../rooms/listings/text/en.ts',
  ],
  { import: 'text', eager: true },
);
