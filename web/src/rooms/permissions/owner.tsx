import type { Item } from '@dossier/contract/library';
import type { Grantee } from '@dossier/contract/people';
import { permissions } from '@dossier/contract/permissions';
import { level, right } from '@dossier/contract/rights';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { call } from '../../ground/call.ts';
import { notice } from '../../ground/notice.ts';
import { useKnownPerson } from '../../ground/office.ts';
import { useText } from '../../ground/text.ts';
import { confirm } from '../../ground/ui/confirm.tsx';
import { useSend } from '../../ground/use-call.ts';
import { refreshRights } from './grant-deeds.ts';
import { levelWords } from './grant-fields.tsx';
import { GranteeSelect } from './grantee-select.tsx';
import styles from './rights.module.css';

interface OwnerProps {
  item: Item;
  ownerId: string;
  ownerName: string;
  /** It is not the person's to change. */
  fixed: boolean;
  /** Closes the rights, which who gave them away may not look at any more. */
  close: () => void;
}

/** What the person would have left of an item that they own, and not by one around it alone. */
async function leftWithout(objId: string, userId: string): Promise<number> {
  const { level: now, besides = now } = await call(permissions.explain, { objId, userId });
  return besides;
}

/** The owner, and how to make it another one. */
export function Owner({ item, ownerId, ownerName, fixed, close }: OwnerProps): ReactNode {
  const t = useText('permissions');
  const me = useKnownPerson()?.id;
  const [changing, setChanging] = useState(false);
  const [person, setPerson] = useState<Grantee>();
  const send = useSend(permissions.owner, { onDone: () => void refreshRights() });
  const save = async () => {
    if (person === undefined) return;
    const left = ownerId === me ? await leftWithout(item.id, me) : level.full;
    const loss = (left & right.visible) === 0 ? 'sight' : (left & right.manage) === 0 ? 'manage' : undefined;
    const names = { item: item.name, name: person.name };
    if (loss !== undefined) {
      const text = t(loss === 'sight' ? 'ownerLosesSight' : 'ownerLosesManage', { level: levelWords(t, left) });
      if (!(await confirm({ title: t('ownerAsk', names), text, ok: t('change'), danger: true }))) return;
    }
    await send.mutateAsync({ objId: item.id, userId: person.id });
    if (loss !== undefined) close();
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
