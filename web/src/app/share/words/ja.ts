/** The words of this language that visitors of shared links meet, by the path of their file. */
export const words = import.meta.glob<Record<string, string>>(
  [
    '../../../platform/text/ja.ts',
    '../../../rooms/visits/text/ja.ts',
    '../../../rooms/viewer/text/ja.ts',
    '../../../rooms/sheets/text/ja.ts',
    '../../../rooms/drawings/text/ja.ts',
    '../../../rooms/listings/text/ja.ts',
  ],
  { import: 'text', eager: true },
);
