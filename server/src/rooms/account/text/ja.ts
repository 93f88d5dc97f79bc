import type { Texts } from './cn.ts';

export const text = {
  noAddress: 'このサイトのアドレスがわかりません。入力してください。',
  numbers: '{address} ではパスキーを使えません。IP アドレスではなくホスト名が必要です。',
  notSafe: 'パスキーには https:// で始まるアドレスが必要です。{address} は対象外です。',
  notSafeHere:
    'このサイトには {address} で接続されていますが、パスキーには https:// が必要です。サイトのアドレスを入力するか、プロキシが TLS を終端する場合は DOSSIER_TRUSTED_PROXIES を設定してください。',
  elsewhere: 'パスキーは {address} でのみ使えますが、このページは {here} で開かれています。',
} satisfies Texts;
