import { PrinterOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useHotkeys } from '../../../ground/hooks/use-hotkeys.ts';
import { useText } from '../../../ground/text.ts';
import { ToolButton } from '../../../ground/ui/tool-button.tsx';

/** Prints, by button or key; without the right there is no button, and the key does nothing. */
export function PrintButton({ print, disabled }: { print: (() => void) | undefined; disabled?: boolean }): ReactNode {
  const t = useText('preview');
  useHotkeys({ 'mod+p': () => (disabled ? undefined : print?.()) });
  return print && <ToolButton label={t('print')} icon={<PrinterOutlined />} hotkey="mod+p" disabled={disabled ?? false} onClick={print} />;
}
