import type { Item } from '@dossier/contract/library';
import { permissions } from '@dossier/contract/permissions';
import { level, objType } from '@dossier/contract/rights';
import { Modal, Skeleton, Tabs } from 'antd';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { useDelayed } from '../../ground/hooks/use-delayed.ts';
import { useText } from '../../ground/text.ts';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { useCall } from '../../ground/use-call.ts';
import { useGranteeName } from '../people/role-name.ts';
import { CopyRights } from './copy-rights.tsx';
import { Explain } from './explain.tsx';
import { levelWords } from './grant-fields.tsx';
import { GrantForm } from './grant-form.tsx';
import { InheritedGrant, OwnGrant } from './grant-row.tsx';
import { Inheritance } from './inheritance.tsx';
import { Owner } from './owner.tsx';
import { Reachers } from './reachers.tsx';
import { ReviewTab } from './review-tab.tsx';
import styles from './rights.module.css';

function RightsDialog({ items, close }: { items: Item[]; close: () => void }): ReactNode {
  const t = useText('permissions');
  const [open, setOpen] = useState(true);
  const [one] = items;
  const title = items.length === 1 ? t('rightsOf', { name: one?.name ?? '' }) : t('rightsOfN', { n: items.length });
  return (
    <Modal open={open} title={title} width={900} footer={null} onCancel={() => setOpen(false)} afterClose={close}>
      {items.length === 1 && one !== undefined ? (
        <Tabs
          items={[
            { key: 'who', label: t('who'), children: <Who item={one} close={() => setOpen(false)} /> },
            { key: 'reachers', label: t('reachers'), children: <Reachers item={one} /> },
            { key: 'explain', label: t('explainTab'), children: <Explain item={one} /> },
            ...(hasBelow([one])
              ? [{ key: 'review', label: t('review'), children: <ReviewTab item={one} close={() => setOpen(false)} /> }]
              : []),
          ]}
        />
      ) : (
        <GrantForm
          objIds={items.map((item) => item.id)}
          giving={{ mayGive: items.reduce<number>((bits, item) => bits & item.rights, level.full), capped: false }}
          withReach={hasBelow(items)}
        />
      )}
    </Modal>
  );
}

const hasBelow = (items: Item[]): boolean => items.some((item) => item.objType !== objType.document);

function Who({ item, close }: { item: Item; close: () => void }): ReactNode {
  const t = useText('permissions');
  const granteeName = useGranteeName();
  const answer = useCall(permissions.list, { objId: item.id });
  const late = useDelayed(answer.isPending);
  if (answer.error !== null && answer.data === undefined)
    return <ErrorBox small error={answer.error} retry={() => void answer.refetch()} />;
  if (answer.data === undefined) return <div className={styles.who}>{late && <Skeleton active />}</div>;
  const list = answer.data.list.map((grant) => ({ ...grant, granteeName: granteeName(grant.granteeType, grant.granteeName) }));
  const { inherit, canInherit, ownerName, ownerId, mayGive, capped } = answer.data;
  const own = list.filter((grant) => !grant.inherited);
  const inherited = list.filter((grant) => grant.inherited);
  const withReach = hasBelow([item]);
  return (
    <div className={styles.who}>
      {capped && <p className={styles.quiet}>{t('cappedNote', { level: levelWords(t, mayGive) })}</p>}
      <GrantForm objIds={[item.id]} giving={{ mayGive, capped }} withReach={withReach} />
      <h2>{t('ownGrants')}</h2>
      {own.length === 0 ? (
        <p className={styles.quiet}>{t('noOwnGrants')}</p>
      ) : (
        <ul className={styles.grants}>
          {own.map((grant) => (
            <OwnGrant key={grant.id} objId={item.id} grant={grant} giving={{ mayGive, capped }} withReach={withReach} />
          ))}
        </ul>
      )}
      <CopyRights item={item} />
      {canInherit && <Inheritance objId={item.id} inherit={inherit} count={inherited.length} />}
      {inherited.length > 0 && (
        <ul className={styles.grants}>
          {inherited.map((grant) => (
            <InheritedGrant key={grant.id} grant={grant} />
          ))}
        </ul>
      )}
      <Owner item={item} ownerId={ownerId} ownerName={ownerName} fixed={capped} close={close} />
    </div>
  );
}

/** Shows who may do what with an item, and changes it; with several items it gives rights on all of them. */
export function openRights(items: Item[]): void {
  openDialog((close) => <RightsDialog items={items} close={close} />);
}
