import { CloseOutlined } from '@ant-design/icons';
import { type ReactNode, useEffect } from 'react';
import { describeKey } from '../../ground/hooks/use-hotkeys.ts';
import { useText } from '../../ground/text.ts';
import { ToolButton } from '../../ground/ui/tool-button.tsx';
import styles from './pdf.module.css';
import type { Printing } from '../viewer/use-paper.tsx';

/** How far the pages are that are to be printed, and the paper itself. */
export function PrintProgress({ printing: { done, cancel, paper }, pages }: { printing: Printing; pages: number }): ReactNode {
  const t = useText('viewer');
  useEscape(cancel, done !== undefined);
  if (done === undefined) return paper;
  return (
    <div className={styles.printing} role="status">
      <span>{t('preparingPrint', { n: done, m: pages })}</span>
      <ToolButton label={t('cancel')} icon={<CloseOutlined />} hotkey="Escape" onClick={cancel} />
    </div>
  );
}

const open = '[role="dialog"][aria-modal="true"], .ant-dropdown:not(.ant-dropdown-hidden)';

/** Ends by Escape from wherever the focus is, a field too: what is over the pages is closed before what is in them. */
function useEscape(end: () => void, enabled: boolean): void {
  useEffect(() => {
    if (!enabled) return;
    const listen = (event: KeyboardEvent): void => {
      if (event.isComposing || describeKey(event) !== 'Escape' || document.querySelector(open) !== null) return;
      event.preventDefault();
      event.stopPropagation();
      end();
    };
    addEventListener('keydown', listen, true);
    return () => removeEventListener('keydown', listen, true);
  }, [end, enabled]);
}
