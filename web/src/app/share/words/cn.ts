/** The words of this language that visitors of shared links meet, by the path of their file. */
export const words = import.meta.glob<Record<string, string>>(
  [
    '../../../platform/text/cn.ts',
    '../../../rooms/visits/text/cn.ts',
    '../../../rooms/viewer/text/cn.ts',
    '../../../rooms/sheets/text/cn.ts',
    '../../../rooms/drawings/text/cn.ts',
    '../../../rooms/listings/text/cn.ts',
  ],
  { import: 'text', eager: true },
);
