import { AuditOutlined, KeyOutlined } from '@ant-design/icons';
import { accessRequests } from '@dossier/contract/access/requests';
import { reviews } from '@dossier/contract/access/reviews';
import type { ReactNode } from 'react';
import { useText } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { FileIcon } from '../../platform/ui/file-icon.tsx';
import { RelativeTime } from '../../platform/ui/formatted-values.tsx';
import { entryClass } from '../../platform/ui/layout.tsx';
import { AppLink } from '../../platform/ui/links.tsx';
import { ListPanel, PanelLine } from '../../platform/ui/list-panel.tsx';

const staleTime = 30_000;

/** A panel of the home page: requests for access to what the user manages. */
export function AccessRequestsPanel(): ReactNode {
  const t = useText('access');
  const found = useCall(accessRequests.waiting, { pageSize: 8 }, { staleTime });
  return (
    <ListPanel icon={<KeyOutlined />} title={t('requestsWaiting')} found={found} empty={t('requestsNoneWaiting')}>
      {({ objId, objName, objType, ext, personName, askedAt }) => (
        <AppLink to="/rights/requests" query={{ id: objId }} title={objName} className={entryClass}>
          <PanelLine
            icon={<FileIcon objType={objType} {...(ext !== undefined && { ext })} />}
            name={objName}
            fact={
              <>
                {personName} · <RelativeTime iso={askedAt} />
              </>
            }
          />
        </AppLink>
      )}
    </ListPanel>
  );
}

/** A panel of the home page: cabinets that the user manages whose review of access is overdue. */
export function DueReviewsPanel(): ReactNode {
  const t = useText('access');
  const found = useCall(reviews.states, { scope: 'managed', pageNo: 1, pageSize: 30 }, { staleTime });
  // overdue ones come first
  const due = found.data && { list: found.data.list.filter(({ overdue }) => overdue).map((state) => ({ ...state, id: state.objId })) };
  return (
    <ListPanel icon={<AuditOutlined />} title={t('reviewsDue')} found={{ ...found, data: due }} empty={t('reviewsNoneDue')}>
      {({ objName, objType, nextAt = '' }) => (
        <AppLink to="/rights/reviews" title={objName} className={entryClass}>
          <PanelLine icon={<FileIcon objType={objType} />} name={objName} fact={<RelativeTime iso={nextAt} />} />
        </AppLink>
      )}
    </ListPanel>
  );
}
