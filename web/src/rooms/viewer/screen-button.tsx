import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { useMedia } from '../../ground/hooks/use-media.ts';
import { ToolButton } from '../../ground/ui/tool-button.tsx';
import type { FullScreen } from './use-full-screen.ts';

/** Into full screen and out of it, where the browser has it. */
export function ScreenButton({ screen: { full, toggle } }: { screen: FullScreen }): ReactNode {
  const t = useText('viewer');
  // a phone has no room for the button, and little to win by it
  const phone = useMedia('phone');
  if (!toggle || phone) return null;
  return (
    <ToolButton
      label={full ? t('leaveFullScreen') : t('fullScreen')}
      icon={full ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
      hotkey="f"
      onClick={toggle}
    />
  );
}
