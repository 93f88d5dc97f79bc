import { CloseOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useHotkeys } from '../../ground/hooks/use-hotkeys.ts';
import { useText } from '../../ground/text.ts';
import { ToolButton } from '../../ground/ui/tool-button.tsx';
import styles from './pdf.module.css';
import type { Printing } from '../viewer/use-paper.tsx';

/** How far the pages are that are to be printed, and the paper itself. */
export function PrintProgress({ printing: { done, cancel, paper }, pages }: { printing: Printing; pages: number }): ReactNode {
  const t = useText('viewer');
  useHotkeys({ Escape: cancel }, done !== undefined);
  if (done === undefined) return paper;
  return (
    <div className={styles.printing} role="status">
      <span>{t('preparingPrint', { n: done, m: pages })}</span>
      <ToolButton label={t('cancel')} icon={<CloseOutlined />} hotkey="Escape" onClick={cancel} />
    </div>
  );
}
