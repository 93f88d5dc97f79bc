export const text = { sharedBy: '由 {giver} 分享' };

export type Texts = typeof text;
