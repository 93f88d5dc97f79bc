import type { Keys } from './cn.ts';

export const text = {
  favorites: 'お気に入り',
  addFavorite: 'お気に入りに追加',
  removeFavorite: 'お気に入りから外す',
  filter: 'お気に入り内を検索',
  empty: 'お気に入りはまだありません',
  emptyHint: '一覧でドキュメントやフォルダーを選び、「お気に入りに追加」を選んでください。',
  nothingFound: '一致するお気に入りはありません',
  starredAt: '追加日時',
} satisfies Record<Keys, string>;
