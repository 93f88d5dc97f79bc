import { DeleteOutlined } from '@ant-design/icons';
import type { Grant } from '@dossier/contract/access/permissions';
import { type Reach, level, right } from '@dossier/contract/core/rights';
import type { Principal } from '@dossier/contract/identity/users';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { Row, Text } from '../../../platform/ui/layout.tsx';
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
import { PrincipalIcon, PrincipalSelect } from '../principal-select.tsx';
import styles from '../access.module.css';
import { type GrantTerms, change, give, takeBack } from './grant-actions.ts';

interface GrantFormProps {
  objIds: string[];
  /** The grantable permissions of the caller. */
  giving: GrantableRights;
  /** False for documents, which have nothing below them. */
  withReach: boolean;
}

/** The form that grants a level. */
export function GrantForm({ objIds, giving, withReach }: GrantFormProps): ReactNode {
  const t = useText('access');
  const [grantee, setGrantee] = useState<Principal>();
  const least = (level.view & giving.mayGive) === level.view ? level.view : level.title;
  const [bits, setBits] = useState<number>(least);
  const [handOn, setHandOn] = useState<number>();
  const [reach, setReach] = useState<Reach>('all');
  const [deadline, setDeadline] = useState<string>();
  const [sending, setSending] = useState(false);
  const add = async () => {
    if (grantee === undefined) return;
    setSending(true);
    try {
      if (!(await give(objIds, grantee, { level: bits, handOn, reach: withReach ? reach : 'all', deadline }))) return;
      notice.success(t('given', { name: grantee.name, level: levelWords(t, bits) }));
      setGrantee(undefined);
      // What was chosen was meant for these principals: kept, it would silently apply to the next grant.
      setBits(least);
      setHandOn(undefined);
      setDeadline(undefined);
    } catch {
      // The refusal has been shown; the input stays for correction.
    } finally {
      setSending(false);
    }
  };
  const chooseLevel = (next: number): void => {
    setBits(next);
    setHandOn(defaultGrantable(next, giving));
  };
  return (
    <Row gap={2} wrap role="group" aria-label={t('addGrant')}>
      <PrincipalSelect value={grantee} onChange={setGrantee} label={t('whom')} autoFocus />
      <LevelSelect value={bits} mine={giving.mayGive} onChange={chooseLevel} />
      <GrantableSelect given={bits} {...giving} value={handOn} onChange={setHandOn} />
      {withReach && <InheritanceScopeSelect value={reach} onChange={setReach} />}
      <DeadlinePicker value={deadline} onChange={setDeadline} />
      <Button type="primary" disabled={grantee === undefined} loading={sending} onClick={() => void add()}>
        {t('add')}
      </Button>
    </Row>
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
  return above ? <FixedGrant grant={props.grant} /> : <ChangeableGrant {...props} />;
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
    <Row as="li" gap={2} wrap className={grant.expired ? styles.expired : ''} aria-busy={sending}>
      <Whom grant={grant} />
      <LevelSelect
        value={grant.level}
        mine={giving.mayGive}
        disabled={sending}
        onChange={(value) => void set({ level: value, handOn: defaultGrantable(value, giving) })}
      />
      <GrantableSelect
        given={grant.level}
        {...giving}
        value={grant.handOn}
        disabled={sending}
        onChange={(handOn) => void set({ handOn })}
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
    </Row>
  );
}

function FixedGrant({ grant }: { grant: Grant }): ReactNode {
  const t = useText('access');
  return (
    <Row as="li" gap={2} wrap>
      <Whom grant={grant} />
      <span className={styles.field}>{levelWords(t, grant.level)}</span>
      <Text size="s" tone="muted" className={styles.part}>
        {t('aboveYours')}
      </Text>
    </Row>
  );
}

/** An inherited grant: where it was made, read-only here. */
export function InheritedGrant({ grant }: { grant: Grant }): ReactNode {
  const t = useText('access');
  return (
    <Row as="li" gap={2} wrap className={grant.expired ? styles.expired : ''}>
      <Whom grant={grant} />
      <span className={styles.field}>{levelWords(t, grant.level)}</span>
      <Text size="s" tone="muted" className={styles.part}>
        {grant.handOn !== undefined && `${t('handsOnLevel', { level: levelWords(t, grant.handOn) })} · `}
        {grant.objName === undefined ? t('fromAbove') : t('from', { name: grant.objName })}
        {grant.deadline !== undefined && ` · ${t('until', { time: dayOf(grant.deadline) })}`}
      </Text>
    </Row>
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
