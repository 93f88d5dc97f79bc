import { SendOutlined } from '@ant-design/icons';
import { flows } from '@dossier/contract/workflows/flows';
import type { ReactNode } from 'react';
import { useText } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { RelativeTime } from '../../platform/ui/formatted-values.tsx';
import { entryClass } from '../../platform/ui/layout.tsx';
import { AppLink } from '../../platform/ui/links.tsx';
import { ListPanel, PanelLine } from '../../platform/ui/list-panel.tsx';
import { minePath } from './paths.ts';

/** A panel of the home page: more flows than those that wait for the user, which are the user's own. */
export function OwnFlowsPanel(): ReactNode {
  const t = useText('workflows');
  const found = useCall(flows.list, { scope: 'mine', pageNo: 1, pageSize: 8 }, { staleTime: 30_000 });
  const all = (
    <AppLink to={minePath} aria-label={t('allOwn')}>
      {t('all')}
    </AppLink>
  );
  return (
    <ListPanel icon={<SendOutlined />} title={t('moreFlows')} all={all} found={found} empty={t('none_mine_hint')}>
      {(flow) => (
        <AppLink to={`${minePath}?flowId=${flow.id}`} title={flow.title} className={entryClass}>
          <PanelLine
            name={flow.title}
            fact={
              <>
                {t(`status_${flow.status}`)} · <RelativeTime iso={flow.submitTime ?? flow.createTime} />
              </>
            }
          />
        </AppLink>
      )}
    </ListPanel>
  );
}
