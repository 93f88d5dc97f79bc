import type { Grantee } from '@dossier/contract/people';
import { permissions } from '@dossier/contract/permissions';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { notice } from '../../ground/notice.ts';
import { useText } from '../../ground/text.ts';
import { useSend } from '../../ground/use-call.ts';
import { refreshRights } from './grant-deeds.ts';
import { GranteeSelect } from './grantee-select.tsx';
import styles from './rights.module.css';

interface OwnerProps {
  objId: string;
  ownerId: string;
  ownerName: string;
  /** It is not the person's to change. */
  fixed: boolean;
}

/** The owner, and how to make it another one. */
export function Owner({ objId, ownerId, ownerName, fixed }: OwnerProps): ReactNode {
  const t = useText('permissions');
  const [changing, setChanging] = useState(false);
  const [person, setPerson] = useState<Grantee>();
  const send = useSend(permissions.owner, { onDone: () => void refreshRights() });
  const save = async () => {
    if (person === undefined) return;
    await send.mutateAsync({ objId, userId: person.id });
    notice.success(t('ownerChanged', { name: person.name }));
    setChanging(false);
    setPerson(undefined);
  };
  return (
    <div className={styles.owner}>
      <h2>{t('owner')}</h2>
      {changing ? (
        <span className={styles.form}>
          <GranteeSelect type="user" value={person} onChange={setPerson} label={t('newOwner')} autoFocus />
          <Button
            type="primary"
            disabled={person === undefined || person.id === ownerId}
            loading={send.isPending}
            onClick={() => void save().catch(() => undefined)}
          >
            {t('change')}
          </Button>
          <Button onClick={() => setChanging(false)}>{t('cancel')}</Button>
        </span>
      ) : (
        <span>
          {ownerName}{' '}
          {!fixed && (
            <Button type="link" size="small" onClick={() => setChanging(true)}>
              {t('changeOwner')}
            </Button>
          )}
        </span>
      )}
    </div>
  );
}
