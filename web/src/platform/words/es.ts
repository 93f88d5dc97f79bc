/** All words of this language, by the path of their file. */
export const words = import.meta.glob<Record<string, string>>(
  ['../text/es.ts', '../../app/text/es.ts', '../../rooms/*/text/es.ts', '!../../rooms/visits/text/es.ts', '../../rooms/*/*/text/es.ts'],
  { import: 'text', eager: true },
);
