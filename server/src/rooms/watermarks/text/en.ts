import type { Texts } from './cn.ts';

export const text = { sharedBy: 'shared by {giver}' } satisfies Texts;
