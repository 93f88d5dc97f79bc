import { permissions } from '@dossier/contract/access/permissions';
import { level, objType, right } from '@dossier/contract/core/rights';
import type { Item } from '@dossier/contract/documents/library';
import type { Principal } from '@dossier/contract/identity/users';
import { Button, Modal, Skeleton, Switch, Tabs } from 'antd';
import { type ReactNode, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useKnownUser } from '../../../platform/permissions.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { session } from '../../../platform/sessions.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { useDelayed } from '../../../platform/ui/hooks.ts';
import { usePrincipalName } from '../../identity/role-names.ts';
import { GrantSources } from '../explanation/grant-sources.tsx';
import { UsersWithAccess } from '../explanation/users-with-access.tsx';
import { EndsSoonTag, levelWords } from '../grant-fields.tsx';
import { PrincipalIcon, PrincipalSelect } from '../principal-select.tsx';
import { ReviewTab } from '../reviews/review-tab.tsx';
import styles from '../rights.module.css';
import { CopyRights } from './copy-rights.tsx';
import { refreshRights } from './grant-actions.ts';
import { GrantForm, InheritedGrant, OwnGrant } from './grant-list.tsx';

/** Whether rights are inherited; switching it off asks whether to copy or drop the inherited ones. */
export function Inheritance({ objId, inherit, count }: { objId: string; inherit: boolean; count: number }): ReactNode {
  const t = useText('access');
  const [asking, setAsking] = useState(false);
  const send = useCallMutation(permissions.inherit, { onDone: () => void refreshRights() });
  const set = (on: boolean, keep: boolean) => {
    setAsking(false);
    void send.mutateAsync({ objId, inherit: on, keep }).catch(() => undefined);
  };
  return (
    <>
      <div className={styles.inherit}>
        <h2>{t('inherited')}</h2>
        <label>
          <Switch
            size="small"
            checked={inherit}
            loading={send.isPending}
            onChange={(on) => (on || count === 0 ? set(on, false) : setAsking(true))}
          />
          {t('inherit')}
        </label>
      </div>
      {!inherit && <p className={styles.quiet}>{t('notInherited')}</p>}
      {inherit && count === 0 && <p className={styles.quiet}>{t('nothingInherited')}</p>}
      <Modal
        open={asking}
        width={480}
        title={t('stopInherit')}
        onCancel={() => setAsking(false)}
        footer={
          <>
            <Button onClick={() => setAsking(false)}>{t('cancel')}</Button>
            <Button danger onClick={() => set(false, false)}>
              {t('clearThem')}
            </Button>
            <Button type="primary" autoFocus onClick={() => set(false, true)}>
              {t('keepThem')}
            </Button>
          </>
        }
      >
        {t('stopInheritText', { count })}
      </Modal>
    </>
  );
}

interface OwnerProps {
  item: Item;
  ownerId: string;
  ownerName: string;
  /** The caller may not change it. */
  fixed: boolean;
  /** Closes the dialog, whose content the former owner may no longer see. */
  close: () => void;
}

/** The bits that the user keeps without owning this item; unchanged where they own only an item around it. */
async function leftWithout(objId: string, userId: string): Promise<number> {
  const { level: now, besides = now } = await call(permissions.explain, { objId, userId });
  return besides;
}

/** The owner, and the action that changes it. */
export function Owner({ item, ownerId, ownerName, fixed, close }: OwnerProps): ReactNode {
  const t = useText('access');
  const me = useKnownUser()?.id;
  const [changing, setChanging] = useState(false);
  const [person, setPerson] = useState<Principal>();
  const send = useCallMutation(permissions.owner, { onDone: () => void refreshRights() });
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
          <PrincipalSelect type="user" value={person} onChange={setPerson} label={t('newOwner')} autoFocus />
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

/** The effective rights of one user here, with every grant behind them. */
export function Explain({ item }: { item: Item }): ReactNode {
  const t = useText('access');
  const [person, setPerson] = useState<Principal>();
  const answer = useCall(permissions.explain, { objId: item.id, userId: person?.id ?? '' }, { enabled: person !== undefined });
  return (
    <div className={styles.who}>
      <PrincipalSelect type="user" value={person} onChange={setPerson} label={t('whichPerson')} />
      {person === undefined && <p className={styles.quiet}>{t('explainHint')}</p>}
      {answer.error !== null && <ErrorBox small error={answer.error} retry={() => void answer.refetch()} />}
      {person !== undefined && answer.data !== undefined && (
        <>
          <p className={styles.verdict}>
            {t('hasLevel', { name: person.name, level: levelWords(t, answer.data.level) })}
            {answer.data.owner && ` ${t('isOwner')}`}
            {answer.data.handOn !== undefined && ` · ${t('handsOnLevel', { level: levelWords(t, answer.data.handOn) })}`}
          </p>
          <GrantSources sources={answer.data.sources} owner={answer.data.owner} />
        </>
      )}
    </div>
  );
}

function RightsDialog({ items, close }: { items: Item[]; close: () => void }): ReactNode {
  const t = useText('access');
  const [open, setOpen] = useState(true);
  const [one] = items;
  const title = items.length === 1 ? t('rightsOf', { name: one?.name ?? '' }) : t('rightsOfN', { count: items.length });
  return (
    <Modal open={open} title={title} width={900} footer={null} onCancel={() => setOpen(false)} afterClose={close}>
      {items.length === 1 && one !== undefined ? (
        <Tabs
          items={[
            { key: 'who', label: t('who'), children: <Who item={one} close={() => setOpen(false)} /> },
            { key: 'reachers', label: t('reachers'), children: <UsersWithAccess item={one} /> },
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
  const t = useText('access');
  const granteeName = usePrincipalName();
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

/** Shows and changes the rights on an item; with several items it grants rights on all of them. */
export function openRights(items: Item[]): void {
  openDialog((close) => <RightsDialog items={items} close={close} />);
}

/** Rights on an item in the details pane: the user's own, and for managers everyone's. */
export function RightsTab({ item }: { item: Item }): ReactNode {
  const t = useText('access');
  const granteeName = usePrincipalName();
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
              <PrincipalIcon type="user" />
              <span>{answer.data.ownerName}</span>
              <small>{t('owner')}</small>
            </li>
            {answer.data.list.map((grant) => (
              <li key={grant.id} className={grant.expired ? styles.expired : ''}>
                <PrincipalIcon type={grant.granteeType} />
                <span title={grant.inherited && grant.objName !== undefined ? t('from', { name: grant.objName }) : undefined}>
                  {granteeName(grant.granteeType, grant.granteeName)}
                </span>
                <EndsSoonTag deadline={grant.deadline} expired={grant.expired} />
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
