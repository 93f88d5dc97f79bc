/** All words of this language, by the path of their file. */
export const words = import.meta.glob<Record<string, string>>(
  ['../text/cn.ts', '../../app/text/cn.ts', '../../rooms/*/text/cn.ts', '!../../rooms/visits/text/cn.ts', '../../rooms/*/*/text/cn.ts'],
  { import: 'text', eager: true },
);
