import type { Keys } from './cn.ts';

export const text = {
  systemError: 'システムエラーです。しばらくしてからもう一度お試しください',
  noConnection: 'サーバーに接続できません。ネットワークを確認して、もう一度お試しください。',
  timedOut: 'サーバーの応答がありませんでした。しばらくしてからお試しください。',
  signedOut: 'セッションが終了しました。もう一度サインインしてください。',
  retry: '再試行',
  cancel: 'キャンセル',
  close: '閉じる',
  moreTabs: 'その他のタブ',
  justNow: 'たった今',
  minutesAgo: '{{n}} 分前',
  hoursAgo: '{{n}} 時間前',
  oneDayAgo: '1 日前',
  updated: 'Dossier が更新されました',
  updatedHint: 'ページを再読み込みすると、新しいバージョンで続けられます。',
  reload: '再読み込み',
  partMissing: 'ページの一部を読み込めませんでした。もう一度お試しください。',
  clear: 'クリア',
  toHome: 'ホームへ',
} satisfies Record<Keys, string>;
