import { permissions } from '@dossier/contract/access/permissions';
import { level, objType, right } from '@dossier/contract/core/rights';
import type { Item } from '@dossier/contract/documents/library';
import type { Principal } from '@dossier/contract/identity/users';
import { Button, Modal, Skeleton, Switch, Tabs } from 'antd';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useKnownUser } from '../../../platform/permissions.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { session } from '../../../platform/sessions.ts';
import { useCloseChanged } from '../../../platform/ui/close-changed.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { Hint } from '../../../platform/ui/hint.tsx';
import { useDelayed } from '../../../platform/ui/hooks.ts';
import { DividedList, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { usePrincipalName } from '../../identity/role-names.ts';
import { GrantSources } from '../explanation/grant-sources.tsx';
import { UsersWithAccess } from '../explanation/users-with-access.tsx';
import { EndsSoonTag, canWords, levelWords } from '../grant-fields.tsx';
import { PrincipalIcon, PrincipalSelect } from '../principal-select.tsx';
import { ReviewTab } from '../reviews/review-tab.tsx';
import styles from '../access.module.css';
import { CopyRights, SmallHeading } from './copy-rights.tsx';
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
      <Row align="end" justify="between">
        <SmallHeading>{t('inherited')}</SmallHeading>
        <Row as="label" gap={2}>
          <Switch
            size="small"
            checked={inherit}
            loading={send.isPending}
            onChange={(on) => (on || count === 0 ? set(on, false) : setAsking(true))}
          />
          {t('inherit')}
        </Row>
      </Row>
      {!inherit && <Hint>{t('notInherited')}</Hint>}
      {inherit && count === 0 && <Hint>{t('nothingInherited')}</Hint>}
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
    <Stack gap={1} align="start">
      <SmallHeading>{t('owner')}</SmallHeading>
      {changing ? (
        <Row as="span" gap={2} wrap>
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
        </Row>
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
    </Stack>
  );
}

/** The effective rights of one user here, with every grant behind them. */
export function Explain({ item }: { item: Item }): ReactNode {
  const t = useText('access');
  const [person, setPerson] = useState<Principal>();
  const answer = useCall(permissions.explain, { objId: item.id, userId: person?.id ?? '' }, { enabled: person !== undefined });
  return (
    <Stack gap={3} className={styles.pane}>
      <Row>
        <PrincipalSelect type="user" value={person} onChange={setPerson} label={t('whichPerson')} />
      </Row>
      {person === undefined && <Hint>{t('explainHint')}</Hint>}
      {answer.error !== null && <ErrorBox small error={answer.error} retry={() => void answer.refetch()} />}
      {person !== undefined && answer.data !== undefined && (
        <>
          <Text as="p" strong>
            {canWords(t, person.name, answer.data.level)}
            {answer.data.owner && ` ${t('isOwner')}`}
            {answer.data.handOn !== undefined && ` · ${t('handsOnLevel', { level: levelWords(t, answer.data.handOn) })}`}
          </Text>
          <GrantSources sources={answer.data.sources} owner={answer.data.owner} />
        </>
      )}
    </Stack>
  );
}

function RightsDialog({ items, close }: { items: Item[]; close: () => void }): ReactNode {
  const t = useText('access');
  const [open, setOpen] = useState(true);
  const isChosen = useRef(false);
  const noteChosen = useCallback((is: boolean): void => void (isChosen.current = is), []);
  const closing = useCloseChanged(
    () => isChosen.current,
    () => setOpen(false),
  );
  const [one] = items;
  const title = items.length === 1 ? t('rightsOf', { name: one?.name ?? '' }) : t('rightsOfN', { count: items.length });
  return (
    <Modal open={open} title={title} width={900} footer={null} {...closing} afterClose={close}>
      {items.length === 1 && one !== undefined ? (
        <Tabs
          items={[
            { key: 'who', label: t('who'), children: <Who item={one} noteChosen={noteChosen} close={() => setOpen(false)} /> },
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
          noteChosen={noteChosen}
        />
      )}
    </Modal>
  );
}

const hasBelow = (items: Item[]): boolean => items.some((item) => item.objType !== objType.document);

function Who({ item, noteChosen, close }: { item: Item; noteChosen: (isChosen: boolean) => void; close: () => void }): ReactNode {
  const t = useText('access');
  const granteeName = usePrincipalName();
  const answer = useCall(permissions.list, { objId: item.id });
  const late = useDelayed(answer.isPending);
  if (answer.error !== null && answer.data === undefined)
    return <ErrorBox small error={answer.error} retry={() => void answer.refetch()} />;
  if (answer.data === undefined)
    return (
      <Stack gap={3} className={styles.pane}>
        {late && <Skeleton active />}
      </Stack>
    );
  const list = answer.data.list.map((grant) => ({ ...grant, granteeName: granteeName(grant.granteeType, grant.granteeName) }));
  const { inherit, canInherit, ownerName, ownerId, mayGive, capped } = answer.data;
  const own = list.filter((grant) => !grant.inherited);
  const inherited = list.filter((grant) => grant.inherited);
  const withReach = hasBelow([item]);
  return (
    <Stack gap={3} className={styles.pane}>
      {capped && <Hint>{t('cappedNote', { level: levelWords(t, mayGive) })}</Hint>}
      <GrantForm objIds={[item.id]} giving={{ mayGive, capped }} withReach={withReach} noteChosen={noteChosen} />
      <SmallHeading>{t('ownGrants')}</SmallHeading>
      {own.length === 0 ? (
        <Hint>{t('noOwnGrants')}</Hint>
      ) : (
        <DividedList lines="compact">
          {own.map((grant) => (
            <OwnGrant key={grant.id} objId={item.id} grant={grant} giving={{ mayGive, capped }} withReach={withReach} />
          ))}
        </DividedList>
      )}
      <CopyRights item={item} />
      {canInherit && <Inheritance objId={item.id} inherit={inherit} count={inherited.length} />}
      {inherited.length > 0 && (
        <DividedList lines="compact">
          {inherited.map((grant) => (
            <InheritedGrant key={grant.id} grant={grant} withReach={withReach} />
          ))}
        </DividedList>
      )}
      <Owner item={item} ownerId={ownerId} ownerName={ownerName} fixed={capped} close={close} />
    </Stack>
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
    <Stack gap={3}>
      <Text as="p" size="s">
        {t(viewed ? 'theyHave' : 'youHave', { level: levelWords(t, item.rights) })}
      </Text>
      {!manages && !viewed && <Hint>{t('askOwner')}</Hint>}
      {answer.error !== null && <ErrorBox small error={answer.error} retry={() => void answer.refetch()} />}
      {answer.data !== undefined && (
        <>
          <Stack as="ul" gap={2}>
            <Row as="li" gap={2}>
              <PrincipalIcon type="user" />
              <Text size="s" truncate grow>
                {answer.data.ownerName}
              </Text>
              <Text size="xs" tone="muted">
                {t('owner')}
              </Text>
            </Row>
            {answer.data.list.map((grant) => (
              <Row as="li" key={grant.id} gap={2} className={grant.expired ? styles.expired : ''}>
                <PrincipalIcon type={grant.granteeType} />
                <Text
                  size="s"
                  truncate
                  grow
                  title={grant.inherited && grant.objName !== undefined ? t('from', { name: grant.objName }) : undefined}
                >
                  {granteeName(grant.granteeType, grant.granteeName)}
                </Text>
                <EndsSoonTag deadline={grant.deadline} expired={grant.expired} />
                <Text size="xs" tone="muted">
                  {grant.expired ? t('expired') : levelWords(t, grant.level)}
                </Text>
              </Row>
            ))}
          </Stack>
          {!viewed && (
            <div>
              <Button size="small" onClick={() => openRights([item])}>
                {t('changeRights')}
              </Button>
            </div>
          )}
        </>
      )}
    </Stack>
  );
}
