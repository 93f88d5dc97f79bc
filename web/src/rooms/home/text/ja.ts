import type { Keys } from './cn.ts';

export const text = {
  home: 'ホーム',
  goodMorning: 'おはようございます、{{name}} さん',
  goodDay: 'こんにちは、{{name}} さん',
  goodEvening: 'こんばんは、{{name}} さん',
  recent: '最近開いたドキュメント',
  recentEmpty: '開いたドキュメントがここに表示されます。',
  favorites: 'お気に入り',
  favoritesEmpty: 'よく使うドキュメントやフォルダーに星を付けると、ここに表示されます。',
  newest: '新着ドキュメント',
  newestEmpty: '閲覧できる新しいドキュメントがここに表示されます。',
  popular: '人気のダウンロード',
  popularEmpty: '過去 30 日間に多くダウンロードされたドキュメントがここに表示されます。',
  downloads: '{{n}} 回',
  all: 'すべて',
  allOf: 'すべて：{{name}}',
  startTitle: 'キャビネットから始める',
  startText: 'キャビネットにはフォルダー、フォルダーにはドキュメントが入ります。キャビネットを作り、ファイルをドロップしてください。',
  toEnterprise: '企業ドキュメントを開く',
  toMine: 'マイドキュメントを開く',
} satisfies Record<Keys, string>;
