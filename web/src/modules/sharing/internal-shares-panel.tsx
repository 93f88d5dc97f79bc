import { ShareAltOutlined } from '@ant-design/icons';
import { shares } from '@dossier/contract/sharing/shares';
import type { ReactNode } from 'react';
import { useText } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { RelativeTime } from '../../platform/ui/formatted-values.tsx';
import { entryClass } from '../../platform/ui/layout.tsx';
import { AppLink } from '../../platform/ui/links.tsx';
import { ListPanel, PanelLine } from '../../platform/ui/list-panel.tsx';
import { sharePath, sharesPath } from './links/paths.ts';

/** A panel of the home page: what the user shares with colleagues now. */
export function InternalSharesPanel(): ReactNode {
  const t = useText('sharing.links');
  const found = useCall(shares.list, { internal: true, status: 'enabled', pageSize: 8 }, { staleTime: 30_000 });
  const all = (
    <AppLink to={sharesPath} aria-label={t('allOwnShares')}>
      {t('all')}
    </AppLink>
  );
  return (
    <ListPanel icon={<ShareAltOutlined />} title={t('internalShares')} all={all} found={found} empty={t('noInternalShares')}>
      {(share) => (
        <AppLink to={`${sharePath}?id=${share.id}`} title={share.name} className={entryClass}>
          <PanelLine
            name={share.name}
            fact={
              <>
                {t('nRecipients', { count: share.recipients.filter((who) => !who.byDomain).length })} ·{' '}
                <RelativeTime iso={share.createTime} />
              </>
            }
          />
        </AppLink>
      )}
    </ListPanel>
  );
}
