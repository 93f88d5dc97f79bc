import type { Words } from '../../../platform/i18n.ts';
import type { Keys } from './cn.ts';

export const text = {
  quickLookOf: 'クイックルック：{{name}}',
  previous: '前へ',
  next: '次へ',
  open: '開く',
  close: '閉じる',
  loading: '読み込み中',
  noPicture: 'この文書はここでは表示できません。開いて確認してください。',
  noRight: 'この文書を表示する権限がありません',
} satisfies Words<Keys>;
