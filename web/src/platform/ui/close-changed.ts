import type { ModalProps } from 'antd';
import { useRef } from 'react';
import { useText } from '../i18n.ts';
import { confirm } from './confirm.tsx';

/** How a dialog is closed whose form may have been changed: Cancel closes it at once; Escape, its cross and a click beside it ask first, as they are pressed by mistake. */
export function useCloseChanged(isChanged: () => boolean, close: () => void): Pick<ModalProps, 'onCancel' | 'cancelButtonProps'> {
  const t = useText('platform');
  const isAsking = useRef(false);
  const ask = async (): Promise<void> => {
    if (isAsking.current) return;
    isAsking.current = true;
    const isGone = !isChanged() || (await confirm({ title: t('discardQuestion'), ok: t('discard'), danger: true }));
    isAsking.current = false;
    if (isGone) close();
  };
  return { onCancel: () => void ask(), cancelButtonProps: { onClick: close } };
}
