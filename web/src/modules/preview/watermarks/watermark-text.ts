import { moduleType } from '@dossier/contract/core/rights';
import type { OutputOf } from '@dossier/contract/core/route';
import type { MarkField, watermarks } from '@dossier/contract/preview/watermarks';
import type { TextKey, TextOf } from '../../../platform/i18n.ts';

export type Watermark = OutputOf<typeof watermarks.list>['list'][number];
type T = TextOf<'preview.watermarks'>;

export const areaKeys: Record<number, TextKey<'preview.watermarks'>> = {
  [moduleType.enterprise]: 'areaEnterprise',
  [moduleType.my]: 'areaMy',
  [moduleType.system]: 'areaSystem',
};

export const fieldKeys: Record<MarkField, TextKey<'preview.watermarks'>> = {
  name: 'fieldName',
  loginName: 'fieldLoginName',
  department: 'fieldDepartment',
  organisation: 'fieldOrganisation',
  date: 'fieldDate',
  time: 'fieldTime',
  address: 'fieldAddress',
  document: 'fieldDocument',
  version: 'fieldVersion',
};

/** The built-in watermark has a translated name until it is renamed. */
export const nameOf = (t: T, { name, builtIn }: Pick<Watermark, 'name' | 'builtIn'>): string =>
  name === '' && builtIn ? t('builtIn') : name;

/** The text of a watermark, with its placeholders translated. */
export function contentOf(t: T, { lines, qr }: Watermark['design']): string {
  const words = (text: string): string =>
    text.replace(/\{([a-zA-Z]+)\}/g, (whole, field: string) =>
      Object.hasOwn(fieldKeys, field) ? `‹${t(fieldKeys[field as MarkField])}›` : whole,
    );
  const texts = [...lines.filter((line) => line.trim() !== '').map(words), ...(qr === '' ? [] : [t('qrCode')])];
  return texts.length === 0 ? t('saysNothing') : texts.join(' · ');
}

/** For whom, when and where it is drawn, as text. */
export function ruleOf(t: T, { holders, uses, areas, cabinetIds, cabinets }: Watermark): string {
  const unseen = cabinetIds.length - cabinets.length;
  const where = [
    ...areas.flatMap((area) => (areaKeys[area] === undefined ? [] : [t(areaKeys[area])])),
    ...cabinets.map(({ name }) => name),
    ...(unseen > 0 ? [t('unseenCabinets', { count: unseen })] : []),
  ];
  const used = uses.length === 0 ? t('noUse') : uses.map((use) => t(`use_${use}`)).join(', ');
  return [t(`holders_${holders}`), used, where.length === 0 ? t('everywhere') : where.join(', ')].join(' · ');
}
