import { AimOutlined, CloseOutlined } from '@ant-design/icons';
import { colourOn } from '@dossier/contract/preview/drawing-rendering';
import { type ReactNode, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import styles from './layers-pane.module.css';
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
    <aside className={styles.layers} aria-label={t('layers')}>
      <header>
        <h2>{t('layers')}</h2>
        <ToolButton label={t('closeLayers')} icon={<CloseOutlined />} onClick={close} />
      </header>
      <input
        type="search"
        aria-label={t('findLayer')}
        placeholder={t('findLayer')}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <AllLayers shown={shown} setShown={setShown} />
      <ul>
        {rows.map(({ name, colour, at }) => (
          <li key={at}>
            <label title={name}>
              <input type="checkbox" checked={shown[at] !== false} onChange={(event) => set(at, event.target.checked)} />
              <i style={{ background: colourOn(colour, ground) }} aria-hidden="true" />
              <span>{name}</span>
            </label>
            <ToolButton
              label={t('onlyLayer', { name })}
              icon={<AimOutlined />}
              onClick={() => setShown(shown.map((_, place) => place === at))}
            />
          </li>
        ))}
        {rows.length === 0 && <li className={styles.none}>{t('noLayer')}</li>}
      </ul>
    </aside>
  );
}

function AllLayers({ shown, setShown }: Pick<DrawingModel, 'shown' | 'setShown'>): ReactNode {
  const t = useText('preview.drawings');
  const count = shown.filter(Boolean).length;
  return (
    <div className={styles.all}>
      <span role="status">{t('layersShown', { count, m: shown.length })}</span>
      <button type="button" onClick={() => setShown(shown.map(() => true))} disabled={count === shown.length}>
        {t('showAll')}
      </button>
      <button type="button" onClick={() => setShown(shown.map(() => false))} disabled={count === 0}>
        {t('hideAll')}
      </button>
    </div>
  );
}
