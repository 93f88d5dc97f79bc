import { content } from '@dossier/contract/content';
import type { ReactNode } from 'react';
import { useGo } from '../../ground/go.ts';
import { useText } from '../../ground/text.ts';
import { useCall } from '../../ground/use-call.ts';
import type { View } from './ask-view.ts';
import styles from './viewer.module.css';

/** Says that an old revision is open, and leads to the newest. */
export function RevisionBanner({ view, currentRev }: { view: View; currentRev: string }): ReactNode {
  const t = useText('viewer');
  const go = useGo();
  // in a window of flows stands what was handed in: whoever approves it may know of no other version
  const isHandedIn = location.pathname.startsWith('/flow');
  const revisions = useCall(content.revisions, { id: view.id }, { staleTime: 60_000, enabled: !isHandedIn });
  const opened = revisions.data?.find((revision) => revision.id === currentRev);
  if (!revisions.data || opened?.current) return null;
  const newest = Math.max(view.version, ...revisions.data.map((revision) => revision.number));
  return (
    <div className={styles.banner} role="status">
      <span>{t('versionOf', { n: opened?.number ?? view.version, m: newest })}</span>
      <button type="button" onClick={() => go(location.pathname, { id: view.id }, { replace: true })}>
        {t('openNewest')}
      </button>
    </div>
  );
}
