import type { Keys } from './cn.ts';

export const text = {
  signingIn: 'サインイン中',
  arriving: 'サインインしています…',
  signInFailed: 'サインインできませんでした。もう一度お試しください。',
  serviceRefused: 'サインインサービスで許可されませんでした。やり直すか、別の方法をお使いください。',
  signedIn: 'サインインしました',
  bindTitle: 'アカウントの連携',
  binding: 'アカウントを連携しています…',
  bindDone: '連携しました',
  bindFailed: '連携できませんでした。もう一度お試しください',
  toDocuments: '文書へ',
  linkedAccounts: '連携アカウント',
  linkedHint: '連携したアカウントでサインインできます。',
  noApps: '管理者が有効にしたチャットアプリはありません',
  boundAs: '{{name}} と連携済み',
  notBound: '未連携',
  bind: '連携する',
  unbind: '連携を解除',
} satisfies Record<Keys, string>;
