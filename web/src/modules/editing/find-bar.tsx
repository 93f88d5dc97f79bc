import { CloseOutlined, DownOutlined, FontSizeOutlined, UpOutlined } from '@ant-design/icons';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../../platform/i18n.ts';
import { Row, Text } from '../../platform/ui/layout.tsx';
import { NativeButton } from '../../platform/ui/native-controls.tsx';
import { ToolButton } from '../../platform/ui/tool-button.tsx';
import { ToolField } from '../preview/viewer-parts.tsx';
import styles from './find-bar.module.css';

const mostTyped = 200;

/** Calls on Enter, but not on the one that ends a composition. */
const onEnter = (run: (event: KeyboardEvent) => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  run(event);
};

/** The places where words stand. */
interface Found {
  /** The place that is shown. */
  at: number;
  count: number;
  /** There are more of them. */
  isMore: boolean;
  /** They are those of what was typed before. */
  isPending?: boolean;
}

interface FindBarProps {
  words: string;
  type: (words: string) => void;
  found: Found;
  matchCase: boolean;
  toggleCase: () => void;
  /** Shows the next place, or the one before. */
  turn: (by: 1 | -1) => void;
  /** Changes with each request for the fields. */
  asked: number;
  /** Closes the bar, and gives the focus back. */
  leave: () => void;
  /** Where words can be replaced. */
  replacing?: Replacing | undefined;
}

interface Replacing {
  text: string;
  type: (text: string) => void;
  one: () => void;
  all: () => void;
}

/** Finds words in what is edited, goes from one place to the next, and replaces them. */
export function FindBar({ leave, replacing, ...find }: FindBarProps): ReactNode {
  const t = useText('editing.editor');
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.stopPropagation();
    leave();
  };
  return (
    <search className={styles.find} aria-label={replacing ? t('findReplace') : t('find')} onKeyDown={press}>
      <FindWords {...find} />
      {replacing && <ReplaceWords {...replacing} isNone={find.found.count === 0} />}
      <span className={styles.findEnd}>
        <ToolButton label={t('closeFind')} icon={<CloseOutlined />} onClick={leave} />
      </span>
    </search>
  );
}

function FindWords({ words, type, found, matchCase, toggleCase, turn, asked }: Omit<FindBarProps, 'leave' | 'replacing'>): ReactNode {
  const t = useText('editing.editor');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), [asked]);
  const { at, count, isMore, isPending = false } = found;
  const isNone = count === 0;
  const known = isNone ? t('notFound') : t('hitOf', { at: at + 1, all: isMore ? `${count}+` : `${count}` });
  return (
    <Row gap={1}>
      <ToolField
        ref={field}
        autoFocus
        className={styles.words}
        aria-label={t('findWords')}
        placeholder={t('findWords')}
        value={words}
        maxLength={mostTyped}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onEnter((event) => turn(event.shiftKey ? -1 : 1))}
      />
      <Text size="xs" tone="muted" numeric nowrap className={styles.hits} role="status">
        {words === '' || isPending ? '' : known}
      </Text>
      <ToolButton label={t('matchCase')} icon={<FontSizeOutlined />} on={matchCase} onClick={toggleCase} />
      <ToolButton label={t('previousHit')} icon={<UpOutlined />} disabled={isNone} onClick={() => turn(-1)} />
      <ToolButton label={t('nextHit')} icon={<DownOutlined />} disabled={isNone} onClick={() => turn(1)} />
    </Row>
  );
}

function ReplaceWords({ text, type, one, all, isNone }: Replacing & { isNone: boolean }): ReactNode {
  const t = useText('editing.editor');
  return (
    <Row gap={1}>
      <ToolField
        className={styles.words}
        aria-label={t('replaceWith')}
        placeholder={t('replaceWith')}
        value={text}
        maxLength={mostTyped}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onEnter(one)}
      />
      <NativeButton onClick={one} disabled={isNone}>
        {t('replace')}
      </NativeButton>
      <NativeButton onClick={all} disabled={isNone}>
        {t('replaceAll')}
      </NativeButton>
    </Row>
  );
}
