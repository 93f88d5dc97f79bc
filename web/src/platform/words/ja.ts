/** All words of this language, by the path of their file. */
export const words = import.meta.glob<Record<string, string>>(
  ['../text/ja.ts', '../../app/text/ja.ts', '../../rooms/*/text/ja.ts', '!../../rooms/visits/text/ja.ts', '../../rooms/*/*/text/ja.ts'],
  { import: 'text', eager: true },
);
