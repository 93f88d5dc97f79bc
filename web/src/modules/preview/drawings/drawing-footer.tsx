import type { ReactNode } from 'react';
import { languageTags, useLanguage, useText } from '../../../platform/i18n.ts';
import { Text } from '../../../platform/ui/layout.tsx';
import { SheetTabs } from '../viewer/viewer-parts.tsx';
import styles from './drawing-view.module.css';
import { angleOf, areaOf, lengthOf, lengthText, unitName } from './measuring.ts';
import type { DrawingModel } from './use-drawing.ts';
import type { Point } from './viewport.ts';

/** The pointer's position, the measurement, and whether something is missing. */
export function DrawingStatus({ model, pointer }: { model: DrawingModel; pointer: Point | undefined }): ReactNode {
  const t = useText('preview.drawings');
  const tag = languageTags[useLanguage()];
  const { drawing, measure, points, isDone } = model;
  const { unit } = drawing;
  const shown = measure && !isDone && pointer && points.length > 0 ? [...points, pointer] : points;
  const number = (value: number): string =>
    new Intl.NumberFormat(tag, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value);
  const results = (): string => {
    if (measure === 'distance') return t('length', { length: lengthText(lengthOf(shown), { unit, tag }) });
    if (measure === 'angle') {
      const angle = angleOf(shown);
      return angle === undefined ? t('angleHint') : t('angle', { angle: number(angle) });
    }
    const { area, around } = areaOf(shown);
    return t('areaAround', { area: lengthText(area, { unit, tag, power: 2 }), around: lengthText(around, { unit, tag }) });
  };
  return (
    <>
      <Text grow>
        <output>{measure && (shown.length < 2 ? t(hints[measure]) : results())}</output>
      </Text>
      {drawing.cut && <Text tone="warn">{t('cut')}</Text>}
      <Text tone="muted" numeric className={styles.place}>
        {pointer && `${number(pointer[0])}  ${number(pointer[1])}`} {unitName(unit)}
      </Text>
    </>
  );
}

const hints = { distance: 'distanceHint', area: 'areaHint', angle: 'angleHint' } as const;

/** Tabs of the model and the layouts, if any. */
export function SpaceTabs({ model }: { model: DrawingModel }): ReactNode {
  const t = useText('preview.drawings');
  const { drawing, place, setPlace } = model;
  const { spaces } = drawing;
  if (spaces.length < 2) return null;
  const names = spaces.map(({ name }, at) => (at === 0 ? t('model') : name || t('sheetN', { count: at })));
  return <SheetTabs label={t('sheets')} names={names} current={place} choose={setPlace} />;
}
