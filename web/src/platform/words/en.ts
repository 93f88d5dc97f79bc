/** All words of this language, by the path of their file. */
export const words = import.meta.glob<Record<string, string>>(
  ['../text/en.ts', '../../app/text/en.ts', '../../rooms/*/text/en.ts', '!../../rooms/visits/text/en.ts', '../../rooms/*/*/text/en.ts'],
  { import: 'text', eager: true },
);
