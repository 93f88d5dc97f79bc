import type { Texts } from './cn.ts';

export const text = {
  linkSubject: '{giver}さんが「{share}」を共有しました',
  linkText: '{giver}さんが「{share}」をあなたと共有しました。次のリンクを開いてご覧ください。',
  linkUntil: 'リンクの有効期限は {day}（UTC）です。',
  linkPassword: '開くにはパスワードが必要です。送信者にお尋ねください。',
  codeSubject: '共有を開くための確認コード',
  codeText:
    '確認コード：{code}\n\n有効期間は 10 分です。共有のページに手で入力してください。心当たりがない場合は、このメールを無視し、コードを誰にも教えないでください。',
} satisfies Texts;
