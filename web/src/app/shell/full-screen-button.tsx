import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useSyncExternalStore } from 'react';
import { notice } from '../../ground/notice.ts';
import { useText } from '../../ground/text.ts';

function subscribe(tell: () => void): () => void {
  document.addEventListener('fullscreenchange', tell);
  return () => document.removeEventListener('fullscreenchange', tell);
}

/** Fills the screen, or leaves it; warns where the browser cannot. */
export function toggleFullScreen(warning: string): void {
  const refused = (): void => notice.warning(warning);
  if (document.fullscreenElement !== null) void document.exitFullscreen().catch(refused);
  else if (document.fullscreenEnabled) void document.documentElement.requestFullscreen().catch(refused);
  else refused();
}

/** Fills the screen and leaves it again, following what the browser does. */
export function FullScreenButton(): ReactNode {
  const t = useText('app');
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
