import { InboxOutlined } from '@ant-design/icons';
import type { ReceivedShare } from '@dossier/contract/sharing/share-shapes';
import { shares } from '@dossier/contract/sharing/shares';
import type { ReactNode } from 'react';
import { useText } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { RelativeTime } from '../../platform/ui/formatted-values.tsx';
import { entryClass } from '../../platform/ui/layout.tsx';
import { AppLink } from '../../platform/ui/links.tsx';
import { ListPanel, PanelLine } from '../../platform/ui/list-panel.tsx';
import { linkPath, receivedPath } from './links/paths.ts';

interface LinkProps {
  share: ReceivedShare;
  className?: string;
  children?: ReactNode;
}

/** A received share; opens in a new tab, where the user's account replaces the password. */
export function ReceivedLink({ share, className, children }: LinkProps): ReactNode {
  return (
    <a href={linkPath(share.token)} target="_blank" rel="noopener" title={share.name} {...(className !== undefined && { className })}>
      {children ?? share.name}
    </a>
  );
}

/** A panel of the home page: recently received shares. */
export function ReceivedPanel(): ReactNode {
  const t = useText('sharing.links');
  const found = useCall(shares.innerShare, { pageSize: 8 }, { staleTime: 30_000 });
  const all = (
    <AppLink to={receivedPath} aria-label={t('allReceived')}>
      {t('all')}
    </AppLink>
  );
  return (
    <ListPanel icon={<InboxOutlined />} title={t('received')} all={all} found={found} empty={t('noReceivedHint')}>
      {(share) => (
        <ReceivedLink share={share} className={entryClass}>
          <PanelLine
            name={share.name}
            fact={
              <>
                {share.giverName} · <RelativeTime iso={share.createTime} />
              </>
            }
          />
        </ReceivedLink>
      )}
    </ListPanel>
  );
}
