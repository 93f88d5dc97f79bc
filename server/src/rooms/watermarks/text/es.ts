import type { Texts } from './cn.ts';

export const text = { sharedBy: 'compartido por {giver}' } satisfies Texts;
