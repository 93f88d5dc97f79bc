import { EyeOutlined, SaveOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useHotkeys } from '../../../platform/ui/hotkeys.ts';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { Status } from '../editor-parts.tsx';
import type { DraftSession, DraftState } from './draft-session.ts';
import { useViewing } from './use-draft-session.ts';

interface FileBarEndProps {
  session: DraftSession;
  state: DraftState;
  isAlone: boolean;
  /** Whether it is still being checked whether the file may be written. */
  isChecking?: boolean;
  /** The editor's own buttons. */
  children?: ReactNode;
}

/** The end of an editor's bar: whether all is kept, and the ways to a version and to the viewer. */
export function FileBarEnd({ session, state, isAlone, isChecking = false, children }: FileBarEndProps): ReactNode {
  const t = useText('editing.editor');
  const { phase, isTried, readOnly, ext } = state;
  const save = (): void => void session.save();
  useHotkeys({ 'mod+s': save });
  const { isLeaving, view } = useViewing(session, ext);
  return (
    <>
      {!isChecking && <Status state={state} />}
      {children}
      <ToolButton
        label={t('saveVersion')}
        icon={<SaveOutlined />}
        hotkey="mod+s"
        disabled={phase !== 'open' || !isTried || readOnly !== undefined}
        onClick={save}
      />
      {!isAlone && <ToolButton label={t('view')} icon={<EyeOutlined />} disabled={isLeaving} onClick={view} />}
    </>
  );
}
