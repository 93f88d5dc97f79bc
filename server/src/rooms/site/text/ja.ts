import type { Texts } from './cn.ts';

export const text = {
  mailNoHost: 'メールサーバーのアドレスを入力してください。',
  mailNoFrom: '差出人のメールアドレスを入力してください。',
  mailNoOwn:
    'メールサーバーは応答し、サインインも受け付けました。ご自身のアカウントにメールアドレスがないため、テストメールは送られていません。「アカウント情報」で登録してから、もう一度お試しください。',
  mailNoServer: '{host}:{port} から応答がありません。アドレス、ポート、ファイアウォールを確認してください。（{answer}）',
  mailInsecure: 'メールサーバーに安全に接続できません。暗号化方式、ポート、証明書を確認してください。（{answer}）',
  mailLogin: 'メールサーバーがこのユーザー名またはパスワードを受け付けません。（{answer}）',
  mailRefused: 'メールサーバーに拒否されました。（{answer}）',
  trySubject: 'Dossier テストメール',
  tryText: 'これはテストメールです。届いていれば、メール設定は有効です。',
} satisfies Texts;
