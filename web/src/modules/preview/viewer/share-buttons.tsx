import { ShareAltOutlined } from '@ant-design/icons';
import { right } from '@dossier/contract/core/rights';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { lazyThemed } from '../../../platform/ui/lazy-theme.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import type { View } from '../view-request.ts';

/** Runs an action on the document, once it is mounted. */
export const DocumentAction = lazyThemed(() => import('./viewer-details.tsx').then((m) => m.DocumentAction));

const action = 'shares.share';

type Shared = Pick<View, 'id'> & Partial<Pick<View, 'rights' | 'lent'>>;

const isShareable = ({ rights = 0, lent }: Shared): boolean => (rights & right.read) !== 0 && lent !== true;

/** Shares the document of a viewer. */
export function ShareButton({ view }: { view: View }): ReactNode {
  const t = useText('preview.viewer');
  const [isOpen, setOpen] = useState(false);
  if (!isShareable(view)) return null;
  return (
    <>
      <ToolButton label={t('shareDots')} word={t('share')} icon={<ShareAltOutlined />} onClick={() => setOpen(true)} />
      {isOpen && <DocumentAction id={view.id} action={action} done={() => setOpen(false)} />}
    </>
  );
}

interface OverlayShareProps {
  /** Undefined until it is known what the user may do with it. */
  view: Shared | undefined;
  close: () => void;
}

/** Shares what is shown over a list. The overlay gives way to the dialog, as it lies above all dialogs. */
export function OverlayShareButton({ view, close }: OverlayShareProps): ReactNode {
  const t = useText('preview.viewer');
  if (view === undefined || !isShareable(view)) return null;
  const { id } = view;
  const share = (): void => {
    close();
    openDialog((done) => <DocumentAction id={id} action={action} done={done} />);
  };
  return <ToolButton label={t('shareDots')} icon={<ShareAltOutlined />} onClick={share} />;
}
