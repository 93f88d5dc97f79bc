import { FileDoneOutlined } from '@ant-design/icons';
import { acknowledgements } from '@dossier/contract/acknowledgements/acknowledgements';
import { objType } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { type ReactNode, use } from 'react';
import { call } from '../../platform/call.ts';
import { showTabOf } from '../../platform/wanted-tab.ts';
import { useText } from '../../platform/i18n.ts';
import { ItemExtensionsContext } from '../../platform/item-actions.ts';
import { useNavigate } from '../../platform/navigation.ts';
import { useCall } from '../../platform/query.ts';
import { FileIcon } from '../../platform/ui/file-icon.tsx';
import { RelativeTime } from '../../platform/ui/formatted-values.tsx';
import { entryClass } from '../../platform/ui/layout.tsx';
import { AppLink } from '../../platform/ui/links.tsx';
import { ListPanel, PanelLine } from '../../platform/ui/list-panel.tsx';
import { dayOf } from '../access/grant-fields.tsx';

/** A panel of the home page: documents that the user is asked to read and to acknowledge. */
export function PendingAcknowledgementsPanel(): ReactNode {
  const t = useText('acknowledgements');
  const go = useNavigate();
  const { open } = use(ItemExtensionsContext);
  const found = useCall(acknowledgements.pending, { pageSize: 8 }, { staleTime: 30_000 });
  const show = async (id: string): Promise<void> => {
    showTabOf(id, 'acknowledgements');
    await open(await call(library.documentDetail, { id }), { place: 'home', go });
  };
  return (
    <ListPanel icon={<FileDoneOutlined />} title={t('toRead')} found={found} empty={t('nothingToRead')}>
      {({ objId, name, ext, dueTime, creatorName, createTime }) => (
        <AppLink
          to={`/docpreview?id=${objId}`}
          title={name}
          className={entryClass}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            void show(objId).catch(() => undefined);
          }}
        >
          <PanelLine
            icon={<FileIcon objType={objType.document} {...(ext !== undefined && { ext })} />}
            name={name}
            fact={
              <>
                {creatorName} · {dueTime === undefined ? <RelativeTime iso={createTime} /> : t('dueBy', { time: dayOf(dueTime) })}
              </>
            }
          />
        </AppLink>
      )}
    </ListPanel>
  );
}
