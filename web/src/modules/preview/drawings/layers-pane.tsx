import { AimOutlined, CloseOutlined } from '@ant-design/icons';
import { colourOn } from '@dossier/contract/preview/drawing-rendering';
import { type ReactNode, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { PaneHead, Swatch, TextButton, ToolField, ViewerPane } from '../viewer/viewer-parts.tsx';
import styles from './drawing-view.module.css';
import type { DrawingModel } from './use-drawing.ts';

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
