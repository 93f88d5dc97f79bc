import { PrinterOutlined } from '@ant-design/icons';
import { type ReactNode, use } from 'react';
import { useHotkeys } from '../../ground/hooks/use-hotkeys.ts';
import { useText } from '../../ground/text.ts';
import { ToolButton } from '../../ground/ui/tool-button.tsx';
import { ReaderContext } from './reader.ts';

/** Prints, by button or key; without the right there is no button, and the key does nothing. */
export function PrintButton({ print, disabled }: { print: (() => void) | undefined; disabled?: boolean }): ReactNode {
  const t = useText('viewer');
  const { printsLeft } = use(ReaderContext);
  const isOff = disabled === true || printsLeft === 0;
  useHotkeys({ 'mod+p': () => (isOff ? undefined : print?.()) });
  const label = printsLeft === undefined ? t('print') : printsLeft === 0 ? t('noPrintsLeft') : t('printsLeft', { n: printsLeft });
  return print && <ToolButton label={label} icon={<PrinterOutlined />} hotkey="mod+p" disabled={isOff} onClick={print} />;
}
