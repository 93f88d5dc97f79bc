import { ArrowLeftOutlined, ArrowRightOutlined, CloseOutlined, ExportOutlined } from '@ant-design/icons';
import type { Item } from '@dossier/contract/library';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { describeKey } from '../../ground/hooks/use-hotkeys.ts';
import { useText } from '../../ground/text.ts';
import { FileIcon } from '../../ground/ui/file-icon.tsx';
import { ToolButton } from '../../ground/ui/tool-button.tsx';
import { can } from '../library/area.ts';
import { highlight } from '../library/list/highlight.ts';
import { useModal } from '../viewer/use-modal.ts';
import { QuickLookBody } from './quick-look-body.tsx';
import styles from './quick-look.module.css';

interface QuickLookProps {
  documents: readonly Item[];
  first: Item;
  close: () => void;
  open: (item: Item) => void;
}

/** What the browser gives the focus when the dialog opens. */
const focusFirst = (frame: HTMLElement | null): void => frame?.setAttribute('autofocus', '');

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
  const back = (): void => step(-1);
  const on = (): void => step(1);
  const openIt = (): void => {
    close();
    open(item);
  };
  const onKeyDown = onKeys({ Space: close, Enter: openIt, ArrowLeft: back, ArrowUp: back, ArrowRight: on, ArrowDown: on });
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
      {/* It has the focus itself: the space bar that opened it closes it. */}
      <div className={styles.frame} tabIndex={-1} ref={focusFirst}>
        <Head item={item} step={step} isFirst={at <= 0} isLast={at >= documents.length - 1} close={close} open={openIt} />
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

/** Runs keys of the dialog; the page behind hears none of them. */
function onKeys(keys: Record<string, () => void>): (event: KeyboardEvent) => void {
  return (event) => {
    event.stopPropagation();
    const key = describeKey(event);
    // a button is pressed by its own keys, a player and a long text have theirs
    const control = event.target instanceof Element ? event.target.closest('button,video,audio,[data-reads]') : null;
    const isItsOwn = control !== null && (control instanceof HTMLButtonElement ? ['Space', 'Enter'] : mediaKeys).includes(key);
    const run = isItsOwn ? undefined : keys[key];
    if (run === undefined) return;
    event.preventDefault();
    run();
  };
}

const mediaKeys = ['Space', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];

interface HeadProps {
  item: Item;
  step: (by: number) => void;
  isFirst: boolean;
  isLast: boolean;
  close: () => void;
  open: () => void;
}

function Head({ item, step, isFirst, isLast, close, open }: HeadProps): ReactNode {
  const t = useText('thumbnails');
  return (
    <header className={styles.head}>
      <FileIcon objType={item.objType} {...(item.ext && { ext: item.ext })} />
      <h2 aria-live="polite" title={item.name}>
        {item.name}
      </h2>
      <ToolButton label={t('previous')} hotkey="←" icon={<ArrowLeftOutlined />} disabled={isFirst} onClick={() => step(-1)} />
      <ToolButton label={t('next')} hotkey="→" icon={<ArrowRightOutlined />} disabled={isLast} onClick={() => step(1)} />
      <ToolButton label={t('open')} hotkey="Enter" icon={<ExportOutlined />} onClick={open} />
      <ToolButton label={t('close')} hotkey="Esc" icon={<CloseOutlined />} onClick={close} />
    </header>
  );
}
