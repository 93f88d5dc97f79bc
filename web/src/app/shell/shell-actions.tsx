import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, lazy, useSyncExternalStore } from 'react';
import { signOut } from '../../modules/identity/sign-in.ts';
import { forgetShownNotices } from '../../modules/notifications/push-subscription.ts';
import { openDialog } from '../../platform/dialogs.ts';
import { useText } from '../../platform/i18n.ts';
import { useNavigate } from '../../platform/navigation.ts';
import { notice } from '../../platform/notices.ts';
import { confirm } from '../../platform/ui/confirm.tsx';
import { useTabs } from './open-tabs.ts';

const Shortcuts = lazy(() => import('./shell-dialogs.tsx').then((m) => ({ default: m.Shortcuts })));

/** Opens the list of global keyboard shortcuts. */
export const openShortcuts = (): void => openDialog((close) => <Shortcuts close={close} />);

function subscribe(notify: () => void): () => void {
  document.addEventListener('fullscreenchange', notify);
  return () => document.removeEventListener('fullscreenchange', notify);
}

/** Enters or leaves full screen; warns where the browser refuses. */
export function toggleFullScreen(warning: string): void {
  const refused = (): void => notice.warning(warning);
  if (document.fullscreenElement !== null) void document.exitFullscreen().catch(refused);
  else if (document.fullscreenEnabled) void document.documentElement.requestFullscreen().catch(refused);
  else refused();
}

/** Button for full screen; follows the browser's state. */
export function FullScreenButton(): ReactNode {
  const t = useText('app.shell');
  const full = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  const label = full ? t('leaveFullScreen') : t('fullScreen');
  return (
    <Button
      type="text"
      icon={full ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
      aria-label={label}
      title={label}
      onClick={() => toggleFullScreen(t('noFullScreen'))}
    />
  );
}

/** Signs out here, or after a confirmation everywhere, and forgets the tabs. */
export function useSignOut(): (everywhere: boolean) => Promise<void> {
  const t = useText('app.shell');
  const go = useNavigate();
  return async (everywhere) => {
    const question = { title: t('signOutEverywhereAsk'), text: t('signOutEverywhereText'), ok: t('signOut') };
    if (everywhere && !(await confirm(question))) return;
    await signOut(everywhere);
    void forgetShownNotices().catch(() => undefined);
    useTabs.getState().clear();
    go('/login');
  };
}
