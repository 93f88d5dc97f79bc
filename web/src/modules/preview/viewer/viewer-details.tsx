import { CloseOutlined } from '@ant-design/icons';
import { library } from '@dossier/contract/documents/library';
import { type ReactNode, use, useEffect, useRef } from 'react';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { ItemExtensionsContext } from '../../../platform/item-actions.ts';
import { useNavigate } from '../../../platform/navigation.ts';
import { useCall } from '../../../platform/query.ts';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { FileSize } from '../../../platform/ui/formatted-values.tsx';
import { ItemTabs } from '../../../platform/ui/item-tabs.tsx';
import { Stack } from '../../../platform/ui/layout.tsx';
import { Facts } from '../../../platform/ui/page-layout.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import type { View } from '../view-request.ts';
import { PaneHead, ViewerPane } from '../viewer-parts.tsx';
import styles from './viewer.module.css';

interface DetailsProps {
  view: View;
  /** Name of the containing document, for a nested file. */
  partOf: string | undefined;
  close: () => void;
}

/** The details pane beside a document. */
export function ViewerDetails({ view, partOf, close }: DetailsProps): ReactNode {
  return <Pane close={close}>{partOf === undefined ? <Details id={view.id} /> : <PartDetails view={view} partOf={partOf} />}</Pane>;
}

/** The details of the open document, with the same tabs as beside the list. */
function Details({ id }: { id: string }): ReactNode {
  const detail = useCall(library.documentDetail, { id });
  const item = detail.data;
  return (
    <>
      {detail.error && <ErrorBox small error={detail.error} retry={() => void detail.refetch()} />}
      {item && <ItemTabs item={item} />}
    </>
  );
}

interface DocumentActionProps {
  id: string;
  /** The id of the action, which a module above this one has. */
  action: string;
  done: () => void;
}

/** Runs an action on a document, which opens its dialog: the actions are joined within the theme. */
export function DocumentAction({ id, action: wanted, done }: DocumentActionProps): ReactNode {
  const { actions } = use(ItemExtensionsContext);
  const go = useNavigate();
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const open = async (): Promise<void> => {
      const item = await call(library.documentDetail, { id });
      await actions.find((action) => action.id === wanted)?.run([item], { place: 'viewer', go });
    };
    // A refusal has been shown by `call` already.
    open()
      .catch(() => undefined)
      .finally(done);
  }, [actions, done, go, id, wanted]);
  return null;
}

/** The details of a nested file, as far as it has its own. */
function PartDetails({ view, partOf }: { view: View; partOf: string }): ReactNode {
  const t = useText('preview.viewer');
  return (
    <Facts
      vertical
      facts={[
        [t('name'), view.name],
        [t('size'), <FileSize key="size" bytes={view.size} />],
        [t('liesIn'), partOf],
      ]}
    />
  );
}

function Pane({ close, children }: { close: () => void; children: ReactNode }): ReactNode {
  const t = useText('preview.viewer');
  return (
    <ViewerPane size="large" at="end" label={t('details')}>
      <PaneHead title={t('details')}>
        <ToolButton label={t('closeDetails')} icon={<CloseOutlined />} hotkey="i" onClick={close} />
      </PaneHead>
      <Stack grow scroll className={styles.paneBody}>
        {children}
      </Stack>
    </ViewerPane>
  );
}
