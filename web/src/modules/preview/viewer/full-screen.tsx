import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons';
import { type ReactNode, type RefObject, useSyncExternalStore } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useMedia } from '../../../platform/ui/hooks.ts';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';

function subscribe(notify: () => void): () => void {
  document.addEventListener('fullscreenchange', notify);
  return () => document.removeEventListener('fullscreenchange', notify);
}

export interface FullScreen {
  full: boolean;
  /** Absent where the browser does not support it (phones). */
  toggle?: () => void;
}

/** Full screen for an element. */
export function useFullScreen(element: RefObject<HTMLElement | null>): FullScreen {
  const full = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  if (!document.fullscreenEnabled) return { full: false };
  const toggle = (): void => {
    // A refusal changes nothing, which the user sees.
    const change = document.fullscreenElement ? document.exitFullscreen() : element.current?.requestFullscreen();
    change?.catch(() => undefined);
  };
  return { full, toggle };
}

/** Toggles full screen, where the browser supports it. */
export function ScreenButton({ screen: { full, toggle } }: { screen: FullScreen }): ReactNode {
  const t = useText('preview.viewer');
  // a phone has no room for the button, and gains little by it
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
