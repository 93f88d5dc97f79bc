import { flows } from '@dossier/contract/workflows/flows';
import type { ReactNode } from 'react';
import { useText } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import styles from './flow-count.module.css';
import { draftsPath, waitingPath } from './paths.ts';

/** The number of flows in a list that need the user; renders nothing for other lists. */
export function FlowCount({ path }: { path: string }): ReactNode {
  if (path !== waitingPath && path !== draftsPath) return null;
  return <Count which={path === waitingPath ? 'waiting' : 'drafts'} />;
}

function Count({ which }: { which: 'waiting' | 'drafts' }): ReactNode {
  const t = useText('workflows');
  const { data } = useCall(flows.counts, {}, { staleTime: 15_000 });
  const n = data?.[which] ?? 0;
  if (n === 0) return null;
  return (
    <span className={styles.count} data-which={which} aria-label={t('nFlows', { count: n })}>
      {n > 99 ? '99+' : n}
    </span>
  );
}
