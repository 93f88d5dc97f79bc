import type { Texts } from './cn.ts';

export const text = {
  hello: '{name} 様',
  signInSubject: 'Dossier サインインコード：{code}',
  signInText:
    'サインインのコードは {code} です。10 分間有効です。サインインした覚えがない場合は、パスワードが知られています。早めに変更してください。',
  mailSubject: 'Dossier 確認コード：{code}',
  mailText:
    'このメールアドレスを使うには、コード {code} を入力してください。10 分間有効です。心当たりがない場合は、このメールを無視してください。',
  resetSubject: 'Dossier パスワード再設定コード：{code}',
  resetText:
    'パスワード再設定のコードは {code} です。10 分間有効です。心当たりがない場合は、このメールを無視してください。パスワードは変わりません。',
  program: 'プログラム',
  newDeviceSubject: 'Dossier：新しい端末からのサインイン',
  newDeviceText:
    'あなたのアカウントで新しい端末からサインインがありました：{device}、アドレス {address}、日時 {time}（UTC）。心当たりがない場合は、すぐにパスワードを変更してください。',
  mailChangedSubject: 'Dossier：メールアドレスが変更されました',
  mailChangedText: 'アカウントのメールアドレスは {mail} になりました。変更した覚えがない場合は、管理者に連絡してください。',
  passkeyAddedSubject: 'Dossier：パスキーが追加されました',
  passkeyAddedText: 'パスキー「{passkey}」がアカウントに追加されました。心当たりがない場合は、削除してパスワードを変更してください。',
  passkeyRemovedSubject: 'Dossier：パスキーが削除されました',
  passkeyRemovedText: 'パスキー「{passkey}」がアカウントから削除されました。心当たりがない場合は、パスワードを変更してください。',
  passkeysResetSubject: 'Dossier：パスキーがすべて削除されました',
  passkeysResetText:
    'パスワードがリセットされたため、パスキーはすべて削除されました。必要なら「サインインとセキュリティ」で追加し直してください。',
  tiedSubject: 'Dossier：アカウントが連携されました',
  tiedText:
    'あなたのアカウントは {where} の「{shown}」と連携され、今後はそこからサインインできます。心当たりがない場合は、すぐに管理者に連絡してください。',
  unboundSubject: 'Dossier：連携が解除されました',
  unboundText: 'パスワードが新しくなったため、{where} ではサインインできなくなりました。必要なら「連携アカウント」で連携し直してください。',
} satisfies Texts;
