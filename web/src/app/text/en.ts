import type { Keys } from './cn.ts';

export const text = {} as Record<Keys, string>;
