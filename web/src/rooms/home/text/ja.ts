import type { Keys } from './cn.ts';

export const text = {
  home: 'ホーム',
  goodMorning: 'おはようございます、{{name}} さん',
  goodDay: 'こんにちは、{{name}} さん',
  goodEvening: 'こんばんは、{{name}} さん',
  recent: '最近開いた文書',
  recentEmpty: '開いた文書がここに表示されます。',
  favorites: 'お気に入り',
  favoritesEmpty: 'よく使う文書やフォルダーに星を付けると、ここに表示されます。',
  newest: '新着文書',
  newestEmpty: '閲覧できる新しい文書がここに表示されます。',
  popular: '人気のダウンロード',
  popularEmpty: '過去 30 日間に多くダウンロードされた文書がここに表示されます。',
  downloads: '{{n}} 回',
  all: 'すべて',
  allOf: 'すべて：{{name}}',
  startTitle: 'キャビネットから始める',
  startText: 'キャビネットにはフォルダー、フォルダーには文書が入ります。キャビネットを作り、ファイルをドロップしてください。',
  toEnterprise: '企業文書を開く',
  toMine: 'マイ文書を開く',
} satisfies Record<Keys, string>;
