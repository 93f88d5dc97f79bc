import { settingGroups } from '@dossier/contract/site-settings';
import type { Keys } from '../site/text/cn.ts';
import type { FactField } from './fact-fields.ts';

const names: ReadonlySet<string> = new Set(Object.values(settingGroups).flatMap((group) => Object.keys(group.shape)));

/** How a setting of the site is said, as its form says it. */
export function settingNamed(field: string): FactField | undefined {
  if (!names.has(field)) return undefined;
  return {
    label: ({ site }) => site(`label_${field}` as Keys),
    value(value, { t }) {
      if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
      if (!Array.isArray(value)) return String(value);
      return value.map((one) => (typeof one === 'object' ? Object.values(one as object).join(' = ') : String(one))).join(', ');
    },
  };
}
