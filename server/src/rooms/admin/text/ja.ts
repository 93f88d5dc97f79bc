import type { Texts } from './cn.ts';

export const text = {
  loginName: 'ログイン名',
  fullName: '氏名',
  departments: '部門',
  roles: 'ロール',
  groups: 'グループ',
  mail: 'メールアドレス',
  enabled: '有効',
  lang: '言語',
  yes: 'はい',
  no: 'いいえ',
  administrators: '管理者',
  site: 'サイト管理者',
  system: 'システム管理者',
  security: 'セキュリティ管理者',
  audit: '監査管理者',
  heads: '部門長',
  staff: 'スタッフ',
  peopleFile: 'ユーザー',
  templateFile: 'ユーザー取り込みテンプレート',
  handedOver: '（引き継ぎ済み）',
  inviteSubject: 'Dossier：アカウントが開設されました',
  inviteText:
    '{name} 様\n\nDossier のアカウントが開設されました。ログイン名は {login} です。\n{address} を開き、「お忘れですか？」を選んで、このアドレスに届く確認コードでパスワードを設定してください。',
} satisfies Texts;
