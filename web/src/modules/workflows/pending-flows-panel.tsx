import { AuditOutlined } from '@ant-design/icons';
import { flows } from '@dossier/contract/workflows/flows';
import type { ReactNode } from 'react';
import { useText } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { RelativeTime } from '../../platform/ui/formatted-values.tsx';
import { entryClass } from '../../platform/ui/layout.tsx';
import { AppLink } from '../../platform/ui/links.tsx';
import { ListPanel, PanelLine } from '../../platform/ui/list-panel.tsx';
import { waitingPath } from './paths.ts';

/** A panel of the home page: flows waiting for the user. */
export function PendingFlowsPanel(): ReactNode {
  const t = useText('workflows');
  const input = { scope: 'waiting', pageNo: 1, pageSize: 8 } as const;
  const found = useCall(flows.list, input, { staleTime: 30_000 });
  const all = (
    <AppLink to={waitingPath} aria-label={t('allWaiting', { count: found.data?.totalNumber ?? 0 })}>
      {t('all')}
    </AppLink>
  );
  return (
    <ListPanel icon={<AuditOutlined />} title={t('pendingFlows')} all={all} found={found} empty={t('none_waiting_hint')}>
      {(flow) => (
        <AppLink to={`${waitingPath}?flowId=${flow.id}`} title={flow.title} className={entryClass}>
          <PanelLine
            name={flow.title}
            fact={
              <>
                {flow.applicantName} · <RelativeTime iso={flow.submitTime ?? flow.createTime} />
              </>
            }
          />
        </AppLink>
      )}
    </ListPanel>
  );
}
