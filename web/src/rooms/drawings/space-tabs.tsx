import type { KeyboardEvent, ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import styles from './drawings.module.css';
import type { DrawingModel } from './use-drawing-model.ts';

/** The model and the sheets, where there are any. */
export function SpaceTabs({ model }: { model: DrawingModel }): ReactNode {
  const t = useText('drawings');
  const { drawing, place, setPlace } = model;
  const { spaces } = drawing;
  if (spaces.length < 2) return null;
  const move = (event: KeyboardEvent<HTMLDivElement>): void => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    const next = (place + by + spaces.length) % spaces.length;
    setPlace(next);
    (event.currentTarget.children[next] as HTMLElement | undefined)?.focus();
    event.preventDefault();
  };
  return (
    <div className={styles.tabs} role="tablist" aria-label={t('sheets')} onKeyDown={move}>
      {spaces.map(({ name }, at) => (
        <button
          key={at}
          type="button"
          role="tab"
          aria-selected={at === place}
          tabIndex={at === place ? 0 : -1}
          onClick={() => setPlace(at)}
        >
          {at === 0 ? t('model') : name || t('sheetN', { n: at })}
        </button>
      ))}
    </div>
  );
}
