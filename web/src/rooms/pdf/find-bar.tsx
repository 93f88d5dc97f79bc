import { CloseOutlined, DownOutlined, UpOutlined } from '@ant-design/icons';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { ToolButton } from '../../ground/ui/tool-button.tsx';
import styles from './pdf.module.css';
import type { PageMoves } from './pdf-session.ts';
import type { PageState } from './pdf-state.ts';

interface FindBarProps {
  session: Pick<PageMoves, 'find'>;
  state: Pick<PageState, 'find'>;
  start: string;
  close: () => void;
}

/** Searches the document while one types; Enter goes to the next hit, Shift Enter to the one before. */
export function FindBar({ session, state: { find }, start, close }: FindBarProps): ReactNode {
  const t = useText('viewer');
  const [words, setWords] = useState(start);
  const field = useRef<HTMLInputElement>(null);
  const latest = useRef(session);
  latest.current = session;
  useEffect(() => {
    field.current?.select();
    return () => latest.current.find('');
  }, []);
  const typed = (text: string): void => {
    setWords(text);
    session.find(text);
  };
  return (
    <search className={styles.find} aria-label={t('find')}>
      <input
        ref={field}
        autoFocus={start === ''}
        aria-label={t('findInDocument')}
        placeholder={t('findInDocument')}
        value={words}
        onChange={({ target }) => typed(target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') session.find(words, event.shiftKey ? 'previous' : 'next');
          if (event.key === 'Escape') close();
        }}
      />
      <span className={styles.count} role="status">
        {find.state === 'missing'
          ? t('notFound')
          : find.total > 0
            ? t('countOf', { n: find.current, m: find.total })
            : find.state === 'searching'
              ? '…'
              : ''}
      </span>
      <ToolButton
        label={t('previousHit')}
        icon={<UpOutlined />}
        disabled={find.total === 0}
        onClick={() => session.find(words, 'previous')}
      />
      <ToolButton label={t('nextHit')} icon={<DownOutlined />} disabled={find.total === 0} onClick={() => session.find(words, 'next')} />
      <ToolButton label={t('closeFind')} icon={<CloseOutlined />} onClick={close} />
    </search>
  );
}
