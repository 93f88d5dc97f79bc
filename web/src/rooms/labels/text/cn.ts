export const text = {
  favorites: '收藏',
  addFavorite: '收藏',
  removeFavorite: '取消收藏',
  filter: '在收藏中查找',
  empty: '还没有收藏',
  emptyHint: '在任何列表里选中文档或文件夹，然后选“收藏”。',
  nothingFound: '没有符合的收藏',
  starredAt: '收藏时间',
};
export type Keys = keyof typeof text;

declare module '../../../ground/text.ts' {
  interface Texts {
    labels: Keys;
  }
}
