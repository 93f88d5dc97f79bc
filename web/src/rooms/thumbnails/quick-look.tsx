import { ArrowLeftOutlined, ArrowRightOutlined, CloseOutlined, ExportOutlined } from '@ant-design/icons';
import type { Item } from '@dossier/contract/library';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { describeKey } from '../../ground/hooks/use-hotkeys.ts';
import { useText } from '../../ground/text.ts';
import { FileIcon } from '../../ground/ui/file-icon.tsx';
import { ToolButton } from '../../ground/ui/tool-button.tsx';
import { can } from '../library/area.ts';
import { highlight } from '../library/list/highlight.ts';
import { useModal } from '../preview/viewer/use-modal.ts';
import { QuickLookBody } from './quick-look-body.tsx';
import styles from './quick-look.module.css';

interface QuickLookProps {
  documents: readonly Item[];
  first: Item;
  close: () => void;
  open: (item: Item) => void;
}

/** One document large over the list; arrows go on to the next, and the list follows. */
export function QuickLook({ documents, first, close, open }: QuickLookProps): ReactNode {
  const t = useText('thumbnails');
  const dialog = useModal(close);
  const [at, setAt] = useState(() => documents.findIndex(({ id }) => id === first.id));
  const item = documents[at] ?? first;
  const step = (by: number): void => {
    const next = documents[at + by];
    if (next === undefined) return;
    setAt(at + by);
    highlight(next.id);
  };
  const openIt = (): void => {
    close();
    open(item);
  };
  const keys: Record<string, () => void> = {
    Space: close,
    Enter: openIt,
    ArrowLeft: () => step(-1),
    ArrowUp: () => step(-1),
    ArrowRight: () => step(1),
    ArrowDown: () => step(1),
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const isOnControl = event.target instanceof Element && event.target.closest('button,video,audio,[data-reads]') !== null;
    const key = describeKey(event);
    const belongsToIt = isOnControl && (key === 'Space' || key === 'Enter' || event.target instanceof HTMLMediaElement);
    const run = belongsToIt ? undefined : keys[key];
    // The page behind hears none of them.
    event.stopPropagation();
    if (run === undefined) return;
    event.preventDefault();
    run();
  };
  return (
    <dialog
      ref={dialog}
      className={styles.box}
      role="dialog"
      aria-modal="true"
      aria-label={t('quickLookOf', { name: item.name })}
      onKeyDown={onKeyDown}
      // The ground around it is the dialog itself.
      onClick={(event) => event.target === event.currentTarget && close()}
    >
      <div className={styles.frame}>
        <header className={styles.head}>
          <FileIcon objType={item.objType} {...(item.ext && { ext: item.ext })} />
          <h2 aria-live="polite" title={item.name}>
            {item.name}
          </h2>
          <ToolButton label={t('previous')} hotkey="←" icon={<ArrowLeftOutlined />} disabled={at <= 0} onClick={() => step(-1)} />
          <ToolButton
            label={t('next')}
            hotkey="→"
            icon={<ArrowRightOutlined />}
            disabled={at >= documents.length - 1}
            onClick={() => step(1)}
          />
          <ToolButton label={t('open')} hotkey="Enter" icon={<ExportOutlined />} onClick={openIt} />
          <ToolButton label={t('close')} hotkey="Esc" icon={<CloseOutlined />} onClick={close} />
        </header>
        {can(item.rights, 'read') ? (
          <QuickLookBody key={item.id} item={item} />
        ) : (
          <div className={styles.nothing}>
            <FileIcon objType={item.objType} size={72} {...(item.ext && { ext: item.ext })} />
            <p>{t('noRight')}</p>
          </div>
        )}
      </div>
    </dialog>
  );
}
