import { SearchOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useHotkeys } from '../../platform/ui/hotkeys.ts';
import { ToolButton } from '../../platform/ui/tool-button.tsx';

interface FindButtonProps {
  label: string;
  finding: number | undefined;
  setFinding: (finding: number | undefined) => void;
}

/** Opens and closes the search of an editor, by its keys, too. */
export function FindButton({ label, finding, setFinding }: FindButtonProps): ReactNode {
  const find = (): void => setFinding((finding ?? 0) + 1);
  useHotkeys({ 'mod+f': find, 'mod+h': find });
  return (
    <ToolButton
      label={label}
      icon={<SearchOutlined />}
      hotkey="mod+f"
      on={finding !== undefined}
      onClick={() => (finding === undefined ? find() : setFinding(undefined))}
    />
  );
}
