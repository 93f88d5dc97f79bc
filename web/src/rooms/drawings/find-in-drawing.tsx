import { CloseOutlined, DownOutlined, UpOutlined } from '@ant-design/icons';
import { type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../../ground/text.ts';
import { ToolButton } from '../../ground/ui/tool-button.tsx';
import styles from './panes.module.css';
import type { DrawingModel } from './use-drawing-model.ts';

/** Finds words in the model and on all sheets; Enter goes to the next place, Shift Enter to the one before. */
export function FindInDrawing({ model, close }: { model: DrawingModel; close: () => void }): ReactNode {
  const t = useText('drawings');
  const { words, setWords, hits, hitAt, turnTo, size } = model;
  const field = useRef<HTMLInputElement>(null);
  const ready = size.width > 0;
  useEffect(() => field.current?.select(), []);
  const latest = useRef(turnTo);
  latest.current = turnTo;
  // the first place is gone to as soon as there is one
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
    <search className={styles.find} aria-label={t('find')}>
      <input
        ref={field}
        autoFocus
        aria-label={t('findWords')}
        placeholder={t('findWords')}
        value={words}
        maxLength={200}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') turn(event.shiftKey ? -1 : 1);
          if (event.key === 'Escape') leave();
        }}
      />
      <span className={styles.count} role="status">
        {words.trim() !== '' && (hits.length > 0 ? t('countOf', { n: hitAt + 1, m: hits.length }) : t('notFound'))}
      </span>
      <ToolButton label={t('previousHit')} icon={<UpOutlined />} disabled={hits.length === 0} onClick={() => turn(-1)} />
      <ToolButton label={t('nextHit')} icon={<DownOutlined />} disabled={hits.length === 0} onClick={() => turn(1)} />
      <ToolButton label={t('closeFind')} icon={<CloseOutlined />} onClick={leave} />
    </search>
  );
}
