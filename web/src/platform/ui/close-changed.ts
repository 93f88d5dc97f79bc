import type { ModalProps } from 'antd';
import { useRef } from 'react';
import { useText } from '../i18n.ts';
import { confirm } from './confirm.tsx';

type Closing = Required<Pick<ModalProps, 'onCancel'>>;

const isOfFoot = ({ target }: { target: EventTarget }): boolean =>
  target instanceof Element && target.closest('.ant-modal-footer') !== null;

/**
 * How a dialog is closed whose form may have been changed: Cancel closes it at once; Escape, its cross and a click beside it ask first, as they
 * are pressed by mistake. With `isBrief`, for a single short text, Escape closes it at once as well.
 */
export function useCloseChanged(isChanged: () => boolean, close: () => void, isBrief = false): Closing {
  const t = useText('platform');
  const isAsking = useRef(false);
  const ask = async (isMeant: boolean): Promise<void> => {
    if (isAsking.current) return;
    isAsking.current = true;
    const isLost = isChanged() && !isMeant;
    const isGone = !isLost || (await confirm({ title: t('discardQuestion'), ok: t('discard'), stay: t('keepEditing'), danger: true }));
    isAsking.current = false;
    if (isGone) close();
  };
  // Ant Design calls this for its Cancel as well; the event of Escape is a native one, whatever the type says
  return { onCancel: (event) => void ask(isOfFoot(event) || (isBrief && event.type === 'keydown')) };
}
