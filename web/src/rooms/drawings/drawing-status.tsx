import type { ReactNode } from 'react';
import { langTags, useLang, useText } from '../../ground/text.ts';
import styles from './drawings.module.css';
import { angleOf, areaOf, lengthOf, lengthText, unitName } from './measure.ts';
import type { Point } from './sight.ts';
import type { DrawingModel } from './use-drawing-model.ts';

/** Where the pointer is, what was measured, and whether something is missing. */
export function DrawingStatus({ model, pointer }: { model: DrawingModel; pointer: Point | undefined }): ReactNode {
  const t = useText('drawings');
  const tag = langTags[useLang()];
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
      <output className={styles.result}>{measure && (shown.length < 2 ? t(hints[measure]) : results())}</output>
      {drawing.cut && <span className={styles.cut}>{t('cut')}</span>}
      <span className={styles.place}>
        {pointer && `${number(pointer[0])}  ${number(pointer[1])}`} {unitName(unit)}
      </span>
    </>
  );
}

const hints = { distance: 'distanceHint', area: 'areaHint', angle: 'angleHint' } as const;
