import type { Texts } from './cn.ts';

export const text = {
  linkSubject: '{giver} shared “{share}” with you',
  linkText: '{giver} shared “{share}” with you. Open this link to see it:',
  linkUntil: 'The link is valid until {day} (UTC).',
  linkPassword: 'It asks for a password: ask the person who sent it.',
  codeSubject: 'Your code to open a share',
  codeText:
    'Your code: {code}\n\nIt is valid for ten minutes. Type it on the page of the share. If this was not you, ignore this letter and tell nobody the code.',
} satisfies Texts;
