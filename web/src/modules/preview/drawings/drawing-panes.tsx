import { AimOutlined, CloseOutlined } from '@ant-design/icons';
import { colourOn } from '@dossier/contract/preview/drawing-rendering';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useCommentPlaces } from '../../../platform/comment-places.ts';
import { languageTags, useLanguage, useText } from '../../../platform/i18n.ts';
import { Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { FindLine } from '../viewer/find-bar.tsx';
import { PaneHead, SheetTabs, Swatch, TextButton, ToolField, ViewerPane } from '../viewer-parts.tsx';
import styles from './drawing-view.module.css';
import { angleOf, areaOf, lengthOf, lengthText, unitName } from './measuring.ts';
import type { DrawingModel } from './use-drawing.ts';
import type { Point } from './viewport.ts';

/** The layers of a drawing, with their visibility. */
export function LayersPane({ model, close }: { model: DrawingModel; close: () => void }): ReactNode {
  const t = useText('preview.drawings');
  const [words, setWords] = useState('');
  const { drawing, shown, setShown, ground } = model;
  const wanted = words.trim().toLowerCase();
  const rows = drawing.layers.map((layer, at) => ({ ...layer, at })).filter(({ name }) => name.toLowerCase().includes(wanted));
  rows.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
  const set = (at: number, on: boolean): void => setShown(shown.map((before, place) => (place === at ? on : before)));
  return (
    <ViewerPane label={t('layers')}>
      <PaneHead title={t('layers')}>
        <ToolButton label={t('closeLayers')} icon={<CloseOutlined />} onClick={close} />
      </PaneHead>
      <Stack grow gap={2} className={styles.layers}>
        <ToolField
          type="search"
          aria-label={t('findLayer')}
          placeholder={t('findLayer')}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <AllLayers shown={shown} setShown={setShown} />
        <Stack as="ul" grow scroll>
          {rows.map(({ name, colour, at }) => (
            <Row as="li" key={at} lit className={styles.layer}>
              <Row as="label" gap={2} grow title={name}>
                <input type="checkbox" checked={shown[at] !== false} onChange={(event) => set(at, event.target.checked)} />
                <Swatch colour={colourOn(colour, ground)} />
                <Text size="s" truncate>
                  {name}
                </Text>
              </Row>
              <ToolButton
                label={t('onlyLayer', { name })}
                icon={<AimOutlined />}
                onClick={() => setShown(shown.map((_, place) => place === at))}
              />
            </Row>
          ))}
          {rows.length === 0 && (
            <Text as="li" tone="muted">
              {t('noLayer')}
            </Text>
          )}
        </Stack>
      </Stack>
    </ViewerPane>
  );
}

function AllLayers({ shown, setShown }: Pick<DrawingModel, 'shown' | 'setShown'>): ReactNode {
  const t = useText('preview.drawings');
  const count = shown.filter(Boolean).length;
  return (
    <Row gap={1}>
      <Text size="s" tone="muted" grow role="status">
        {t('layersShown', { count, m: shown.length })}
      </Text>
      <TextButton onClick={() => setShown(shown.map(() => true))} disabled={count === shown.length}>
        {t('showAll')}
      </TextButton>
      <TextButton onClick={() => setShown(shown.map(() => false))} disabled={count === 0}>
        {t('hideAll')}
      </TextButton>
    </Row>
  );
}

/** Searches the texts of the model and all layouts; Enter goes to the next hit, Shift Enter to the previous. */
export function FindInDrawing({ model, close }: { model: DrawingModel; close: () => void }): ReactNode {
  const t = useText('preview.viewer');
  const own = useText('preview.drawings');
  const { words, setWords, hits, hitAt, turnTo, size } = model;
  const ready = size.width > 0;
  const latest = useRef(turnTo);
  latest.current = turnTo;
  // goes to the first hit as soon as there is one
  useEffect(() => {
    if (ready && words.trim() !== '') latest.current(0);
  }, [words, ready]);
  const turn = (by: number): void => {
    if (hits.length > 0) turnTo((hitAt + by + hits.length) % hits.length);
  };
  const leave = (): void => {
    setWords('');
    close();
  };
  return (
    <FindLine
      label={own('findWords')}
      words={words}
      setWords={setWords}
      count={words.trim() !== '' && (hits.length > 0 ? t('countOf', { count: hitAt + 1, m: hits.length }) : t('notFound'))}
      hits={hits.length}
      turn={turn}
      close={leave}
    />
  );
}

/** The pointer's position, the measurement, and whether something is missing. */
export function DrawingStatus({ model, pointer }: { model: DrawingModel; pointer: Point | undefined }): ReactNode {
  const t = useText('preview.drawings');
  const tag = languageTags[useLanguage()];
  const { drawing, measure, points, isDone } = model;
  const { unit } = drawing;
  const isMarking = useCommentPlaces((places) => places.isMarking);
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
        <output>{isMarking ? t('pointHint') : measure && (shown.length < 2 ? t(hints[measure]) : results())}</output>
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
