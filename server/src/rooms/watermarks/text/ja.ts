import type { Texts } from './cn.ts';

export const text = { sharedBy: '共有者：{giver}' } satisfies Texts;
