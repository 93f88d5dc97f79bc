import type { Keys } from './cn.ts';

export const text = {
  download: 'ダウンロード',
  hint: 'お知らせ',
  compressQuestion:
    '文書の数が多すぎます。バックグラウンドで圧縮してからダウンロードしますか。完了するとシステムメッセージでお知らせします。',
  compressYes: 'バックグラウンドで圧縮',
  compressStarted: 'ファイルをバックグラウンドで圧縮しています。完了のシステムメッセージをお待ちください。',
  extractHere: 'ここに展開',
  extracting: '「{{name}}」をバックグラウンドで展開しています。完了するとシステムメッセージでお知らせします。',
} satisfies Record<Keys, string>;
