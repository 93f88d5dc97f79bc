import { Input } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { nameFault } from './template-dialogs.tsx';
import styles from './tree.module.css';
import type { FolderDeeds } from './use-folder-deeds.tsx';
import type { Folders } from './use-folders.ts';

interface NameFieldProps {
  level: number;
  /** The name of now; empty for a new folder. */
  name: string;
  folders: Folders;
  deeds: FolderDeeds;
  /** The field is gone: the folder that was named, or the one from which it came. */
  done: (id?: string) => void;
}

/** Takes what was typed once, or leaves everything as it was. */
function useNaming({ name, folders, deeds, done }: NameFieldProps) {
  const t = useText('templates');
  const [text, setText] = useState(name);
  const state = useRef({ ended: false, busy: false });
  const fault = nameFault(t, text);
  const leave = (): void => {
    state.current.ended = true;
    folders.setDraft(undefined);
    done();
  };
  const take = async (onBlur = false): Promise<void> => {
    const { ended, busy } = state.current;
    if (ended || busy) return;
    if (text.trim() === name || (onBlur && fault !== undefined)) return leave();
    if (fault !== undefined) return;
    state.current.busy = true;
    const taken = await deeds.name(text);
    state.current = { busy: false, ended: taken !== undefined };
    if (taken !== undefined && !onBlur) done(taken);
  };
  return { text, setText, fault: text === '' ? undefined : fault, leave, take };
}

/** Names a folder in its place in the tree: Enter takes the name, Esc leaves everything as it was. */
export function NameField(props: NameFieldProps): ReactNode {
  const t = useText('templates');
  const { text, setText, fault, leave, take } = useNaming(props);
  const field = useRef<HTMLDivElement>(null);
  // the menu from which it was chosen gives the focus back to where it was, after this is drawn
  useEffect(() => {
    const timer = setTimeout(() => field.current?.querySelector('input')?.focus(), 50);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div
      ref={field}
      role="treeitem"
      aria-level={props.level}
      aria-selected={false}
      aria-label={t('folderName')}
      tabIndex={-1}
      className={styles.naming}
      style={{ paddingInlineStart: (props.level - 1) * 16 + 28 }}
    >
      <Input
        autoFocus
        size="small"
        maxLength={255}
        autoComplete="off"
        aria-label={t('folderName')}
        placeholder={t('folderName')}
        value={text}
        status={fault === undefined ? '' : 'error'}
        title={fault ?? ''}
        onChange={(event) => setText(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => void take(true)}
        onKeyDown={(event) => {
          event.stopPropagation();
          // Enter of an input method takes its word, not the name
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') void take();
          if (event.key === 'Escape') leave();
        }}
      />
    </div>
  );
}
