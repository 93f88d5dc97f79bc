import type { Texts } from './cn.ts';

export const text = {
  invitedSubject: '会議の招待：{name}',
  invitedText: '{by} さんが会議「{name}」に招待しています。',
  movedSubject: '会議の変更：{name}',
  movedText: '{by} さんが会議「{name}」の日時または場所を変更しました。',
  cancelledSubject: '会議の中止：{name}',
  cancelledText: '{by} さんが会議「{name}」を中止しました。',
  when: '日時：{from} ～ {to}',
  where: '場所：{place}',
  open: '議題と出欠の回答：{url}',
  calendar: 'カレンダーに追加：{url}',
} satisfies Texts;
