import { CloseOutlined, DownOutlined, UpOutlined } from '@ant-design/icons';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { Row, Text } from '../../../platform/ui/layout.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import type { PageNavigation, PageState } from '../pdf/pdf-state.ts';
import { ToolField } from '../viewer-parts.tsx';
import styles from './viewer.module.css';

interface FindLineProps {
  /** The label of the field. */
  label: string;
  words: string;
  setWords: (words: string) => void;
  /** The number of the current hit, or that there is none. */
  count: ReactNode;
  hits: number;
  /** To the next hit (1), or the previous one (-1). */
  turn: (by: 1 | -1) => void;
  close: () => void;
  /** False where the words come from the address: the focus then stays on the document. */
  autoFocus?: boolean;
  /** Changes with each request to focus the field. */
  asked?: number;
}

/** The search bar over a document, which searches while typing; Enter goes to the next hit, Shift Enter to the previous. */
export function FindLine({ label, words, setWords, count, hits, turn, close, autoFocus = true, asked }: FindLineProps): ReactNode {
  const t = useText('preview.viewer');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), [asked]);
  return (
    <search className={styles.find} aria-label={t('find')}>
      <Row pad={1}>
        <ToolField
          ref={field}
          autoFocus={autoFocus}
          aria-label={label}
          placeholder={label}
          value={words}
          maxLength={200}
          onChange={(event) => setWords(event.target.value)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (event.key === 'Enter') turn(event.shiftKey ? -1 : 1);
            if (event.key === 'Escape') close();
          }}
        />
        <Text size="xs" tone="muted" numeric nowrap className={styles.hits} role="status">
          {count}
        </Text>
        <ToolButton label={t('previousHit')} icon={<UpOutlined />} disabled={hits === 0} onClick={() => turn(-1)} />
        <ToolButton label={t('nextHit')} icon={<DownOutlined />} disabled={hits === 0} onClick={() => turn(1)} />
        <ToolButton label={t('closeFind')} icon={<CloseOutlined />} onClick={close} />
      </Row>
    </search>
  );
}

interface FindBarProps {
  session: Pick<PageNavigation, 'find'>;
  state: Pick<PageState, 'find'>;
  start: string;
  close: () => void;
}

/** Searches the pages of a document. */
export function FindBar({ session, state: { find }, start, close }: FindBarProps): ReactNode {
  const t = useText('preview.viewer');
  const [words, setWords] = useState(start);
  const latest = useRef(session);
  latest.current = session;
  useEffect(() => () => latest.current.find(''), []);
  const typed = (text: string): void => {
    setWords(text);
    session.find(text);
  };
  const at = find.total > 0 ? t('countOf', { count: find.current, m: find.total }) : find.state === 'searching' ? '…' : '';
  return (
    <FindLine
      label={t('findInDocument')}
      words={words}
      setWords={typed}
      count={find.state === 'missing' ? t('notFound') : at}
      hits={find.total}
      turn={(by) => session.find(words, by > 0 ? 'next' : 'previous')}
      close={close}
      autoFocus={start === ''}
    />
  );
}
