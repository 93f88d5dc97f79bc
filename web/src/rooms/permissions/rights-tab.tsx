import type { Item } from '@dossier/contract/library';
import { permissions } from '@dossier/contract/permissions';
import { right } from '@dossier/contract/rights';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { session } from '../../ground/session.ts';
import { useText } from '../../ground/text.ts';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { useCall } from '../../ground/use-call.ts';
import { useGranteeName } from '../people/role-name.ts';
import { EndsSoon } from './ends-soon.tsx';
import { levelWords } from './grant-fields.tsx';
import { GranteeIcon } from './grantee-select.tsx';
import styles from './rights.module.css';
import { openRights } from './rights-dialog.tsx';

/** The rights on an item in the details pane: one's own, and for who manages it everybody's. */
export function RightsTab({ item }: { item: Item }): ReactNode {
  const t = useText('permissions');
  const granteeName = useGranteeName();
  const viewed = session.viewsAs();
  const manages = (item.rights & right.manage) !== 0;
  const answer = useCall(permissions.list, { objId: item.id }, { enabled: manages });
  return (
    <div className={styles.tab}>
      <p>{t(viewed ? 'theyHave' : 'youHave', { level: levelWords(t, item.rights) })}</p>
      {!manages && !viewed && <p className={styles.quiet}>{t('askOwner')}</p>}
      {answer.error !== null && <ErrorBox small error={answer.error} retry={() => void answer.refetch()} />}
      {answer.data !== undefined && (
        <>
          <ul className={styles.short}>
            <li>
              <GranteeIcon type="user" />
              <span>{answer.data.ownerName}</span>
              <small>{t('owner')}</small>
            </li>
            {answer.data.list.map((grant) => (
              <li key={grant.id} className={grant.expired ? styles.expired : ''}>
                <GranteeIcon type={grant.granteeType} />
                <span title={grant.inherited && grant.objName !== undefined ? t('from', { name: grant.objName }) : undefined}>
                  {granteeName(grant.granteeType, grant.granteeName)}
                </span>
                <EndsSoon deadline={grant.deadline} expired={grant.expired} />
                <small>{grant.expired ? t('expired') : levelWords(t, grant.level)}</small>
              </li>
            ))}
          </ul>
          {!viewed && (
            <Button size="small" onClick={() => openRights([item])}>
              {t('changeRights')}
            </Button>
          )}
        </>
      )}
    </div>
  );
}
