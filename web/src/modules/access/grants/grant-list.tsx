import { DeleteOutlined } from '@ant-design/icons';
import type { Grant } from '@dossier/contract/access/permissions';
import { type Reach, level, right } from '@dossier/contract/core/rights';
import type { Principal } from '@dossier/contract/identity/users';
import { Button } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { joinedNames, useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { type FlexProps, Row, Stack, Text, classNames } from '../../../platform/ui/layout.tsx';
import {
  DeadlinePicker,
  EndsSoonTag,
  type GrantableRights,
  GrantableSelect,
  InheritanceScopeSelect,
  LevelSelect,
  dayOf,
  defaultGrantable,
  levelWords,
} from '../grant-fields.tsx';
import { PrincipalIcon, PrincipalsSelect } from '../principal-select.tsx';
import styles from '../access.module.css';
import { type GrantTerms, change, give, giveEach, takeBack } from './grant-actions.ts';

interface GrantFormProps {
  objIds: string[];
  /** The grantable permissions of the caller. */
  giving: GrantableRights;
  /** False for documents, which have nothing below them. */
  withReach: boolean;
  /** Told whether somebody is chosen who has been given nothing yet. */
  noteChosen: (isChosen: boolean) => void;
}

/** The most that one press of the button grants to. */
const mostGrantees = 50;

/** The names of the columns that the form and the grants share. */
function ColumnNames({ withReach }: { withReach: boolean }): ReactNode {
  const t = useText('access');
  const names = [t('grantees'), t('level'), ...(withReach ? [t('reach')] : []), t('deadline')];
  return (
    <Line withReach={withReach} className={styles.names} aria-hidden="true">
      {names.map((name) => (
        <Text key={name} size="s" tone="muted">
          {name}
        </Text>
      ))}
    </Line>
  );
}

/** A line of the list of grants, in its columns. */
function Line({ withReach, className, ...rest }: FlexProps & { withReach: boolean }): ReactNode {
  return <Row {...rest} className={classNames(styles.grantLine, withReach && styles.withReach, className)} />;
}

/** The form that grants a level, to several at once. */
export function GrantForm({ objIds, giving, withReach, noteChosen }: GrantFormProps): ReactNode {
  const t = useText('access');
  const [grantees, setGrantees] = useState<Principal[]>([]);
  useEffect(() => noteChosen(grantees.length > 0), [grantees, noteChosen]);
  const least = (level.view & giving.mayGive) === level.view ? level.view : level.title;
  const [bits, setBits] = useState<number>(least);
  const [handOn, setHandOn] = useState<number>();
  const [reach, setReach] = useState<Reach>('all');
  const [deadline, setDeadline] = useState<string>();
  const [sending, setSending] = useState(false);
  const add = async () => {
    setSending(true);
    const given = await giveEach(objIds, grantees, { level: bits, handOn, reach: withReach ? reach : 'all', deadline });
    setSending(false);
    // whoever is left failed, and the input stays for correction
    setGrantees(grantees.filter((grantee) => !given.includes(grantee)));
    if (given.length === 0) return;
    notice.success(t('given', { name: joinedNames(given.map(({ name }) => name)), level: levelWords(t, bits) }));
    if (given.length < grantees.length) return;
    // What was chosen was meant for these principals: kept, it would silently apply to the next grant.
    setBits(least);
    setHandOn(undefined);
    setDeadline(undefined);
  };
  const chooseLevel = (next: number): void => {
    setBits(next);
    setHandOn(defaultGrantable(next, giving));
  };
  return (
    <Stack role="group" aria-label={t('addGrant')} gap={1}>
      <ColumnNames withReach={withReach} />
      <Line withReach={withReach}>
        <PrincipalsSelect value={grantees} onChange={setGrantees} label={t('whom')} most={mostGrantees} autoFocus />
        <LevelSelect value={bits} mine={giving.mayGive} onChange={chooseLevel} />
        {withReach && <InheritanceScopeSelect value={reach} onChange={setReach} />}
        <DeadlinePicker value={deadline} onChange={setDeadline} />
        <Button type="primary" disabled={grantees.length === 0} loading={sending} onClick={() => void add()}>
          {t('add')}
        </Button>
        <GrantableSelect given={bits} {...giving} value={handOn} onChange={setHandOn} />
      </Line>
    </Stack>
  );
}

interface OwnGrantProps {
  objId: string;
  grant: Grant;
  giving: GrantableRights;
  withReach: boolean;
}

/** A grant on the item itself: can be changed or removed, unless it exceeds the caller's grantable permissions. */
export function OwnGrant(props: OwnGrantProps): ReactNode {
  const { mayGive, capped } = props.giving;
  const most = (props.grant.level & right.manage) === 0 ? 0 : (props.grant.handOn ?? level.full);
  const above = capped && ((props.grant.level | most) & ~mayGive) !== 0;
  return above ? <FixedGrant grant={props.grant} withReach={props.withReach} /> : <ChangeableGrant {...props} />;
}

function ChangeableGrant({ objId, grant, giving, withReach }: OwnGrantProps): ReactNode {
  const t = useText('access');
  const [sending, setSending] = useState(false);
  const set = async (terms: Partial<GrantTerms>) => {
    setSending(true);
    await change(objId, grant, { ...grant, handOn: grant.handOn, deadline: grant.deadline, ...terms }).catch(() => undefined);
    setSending(false);
  };
  const remove = async () => {
    setSending(true);
    try {
      await takeBack(objId, grant);
      const again = () =>
        give([objId], { type: grant.granteeType, id: grant.granteeId }, { ...grant, handOn: grant.handOn, deadline: grant.deadline });
      const run = () => void again().catch(() => undefined);
      notice.undo(t('takenBack', { name: grant.granteeName }), { label: t('undo'), about: [objId], run });
    } catch {
      setSending(false);
    }
  };
  return (
    <Line as="li" withReach={withReach} className={grant.expired ? styles.expired : ''} aria-busy={sending}>
      <Whom grant={grant} />
      <LevelSelect
        value={grant.level}
        mine={giving.mayGive}
        disabled={sending}
        onChange={(value) => void set({ level: value, handOn: defaultGrantable(value, giving) })}
      />
      {withReach && <InheritanceScopeSelect value={grant.reach} onChange={(reach) => void set({ reach })} />}
      <DeadlinePicker value={grant.deadline} onChange={(deadline) => void set({ deadline })} />
      <Button
        type="text"
        danger
        icon={<DeleteOutlined />}
        disabled={sending}
        aria-label={t('takeBackFrom', { name: grant.granteeName })}
        title={t('takeBackFrom', { name: grant.granteeName })}
        onClick={() => void remove()}
      />
      <GrantableSelect
        given={grant.level}
        {...giving}
        value={grant.handOn}
        disabled={sending}
        onChange={(handOn) => void set({ handOn })}
      />
    </Line>
  );
}

function FixedGrant({ grant, withReach }: { grant: Grant; withReach: boolean }): ReactNode {
  const t = useText('access');
  return (
    <Line as="li" withReach={withReach}>
      <Whom grant={grant} />
      <span className={styles.field}>{levelWords(t, grant.level)}</span>
      <Text size="s" tone="muted" className={styles.origin}>
        {t('aboveYours')}
      </Text>
    </Line>
  );
}

/** An inherited grant: where it was made, read-only here. */
export function InheritedGrant({ grant, withReach }: { grant: Grant; withReach: boolean }): ReactNode {
  const t = useText('access');
  return (
    <Line as="li" withReach={withReach} className={grant.expired ? styles.expired : ''}>
      <Whom grant={grant} />
      <span className={styles.field}>{levelWords(t, grant.level)}</span>
      <Text size="s" tone="muted" className={styles.origin}>
        {grant.handOn !== undefined && `${t('handsOnLevel', { level: levelWords(t, grant.handOn) })} · `}
        {grant.objName === undefined ? t('fromAbove') : t('from', { name: grant.objName })}
        {grant.deadline !== undefined && ` · ${t('until', { time: dayOf(grant.deadline) })}`}
      </Text>
    </Line>
  );
}

function Whom({ grant }: { grant: Grant }): ReactNode {
  const t = useText('access');
  return (
    <Row as="span" gap={2} className={styles.part}>
      <PrincipalIcon type={grant.granteeType} />
      <Text as={grant.expired ? 's' : 'span'} truncate title={grant.granteeName}>
        {grant.granteeName}
      </Text>
      <EndsSoonTag deadline={grant.deadline} expired={grant.expired} />
      {grant.expired && (
        <Text tone="warn" size="s">
          {t('expired')}
        </Text>
      )}
    </Row>
  );
}
