import { DeleteOutlined } from '@ant-design/icons';
import type { Grant } from '@dossier/contract/permissions';
import { level, right } from '@dossier/contract/rights';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { exactTime } from '../../ground/amounts.ts';
import { notice } from '../../ground/notice.ts';
import { useText } from '../../ground/text.ts';
import { change, type GrantTerms, give, takeBack } from './grant-deeds.ts';
import { DeadlinePicker, LevelSelect, levelWords, ReachSelect } from './grant-fields.tsx';
import { EndsSoon } from './ends-soon.tsx';
import { firstCeiling, type Giving, HandOn } from './hand-on.tsx';
import { GranteeIcon } from './grantee-select.tsx';
import styles from './rights.module.css';

interface OwnGrantProps {
  objId: string;
  grant: Grant;
  giving: Giving;
  withReach: boolean;
}

/** A grant of the item itself: to be changed or taken back, unless it is above what the person may hand on. */
export function OwnGrant(props: OwnGrantProps): ReactNode {
  const { mayGive, capped } = props.giving;
  const most = (props.grant.level & right.manage) === 0 ? 0 : (props.grant.handOn ?? level.full);
  const above = capped && ((props.grant.level | most) & ~mayGive) !== 0;
  return above ? <FixedGrant grant={props.grant} /> : <ChangeableGrant {...props} />;
}

function ChangeableGrant({ objId, grant, giving, withReach }: OwnGrantProps): ReactNode {
  const t = useText('permissions');
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
    <li className={grant.expired ? `${styles.grant} ${styles.expired}` : styles.grant} aria-busy={sending}>
      <Whom grant={grant} />
      <LevelSelect
        value={grant.level}
        mine={giving.mayGive}
        disabled={sending}
        onChange={(value) => void set({ level: value, handOn: firstCeiling(value, giving) })}
      />
      <HandOn given={grant.level} {...giving} value={grant.handOn} disabled={sending} onChange={(handOn) => void set({ handOn })} />
      {withReach && <ReachSelect value={grant.reach} onChange={(reach) => void set({ reach })} />}
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
    </li>
  );
}

function FixedGrant({ grant }: { grant: Grant }): ReactNode {
  const t = useText('permissions');
  return (
    <li className={styles.grant}>
      <Whom grant={grant} />
      <span className={styles.fixed}>{levelWords(t, grant.level)}</span>
      <span className={styles.from}>{t('aboveYours')}</span>
    </li>
  );
}

/** A grant from above: where it was given, nothing to change here. */
export function InheritedGrant({ grant }: { grant: Grant }): ReactNode {
  const t = useText('permissions');
  return (
    <li className={grant.expired ? `${styles.grant} ${styles.expired}` : styles.grant}>
      <Whom grant={grant} />
      <span className={styles.fixed}>{levelWords(t, grant.level)}</span>
      <span className={styles.from}>
        {grant.handOn !== undefined && `${t('handsOnLevel', { level: levelWords(t, grant.handOn) })} · `}
        {grant.objName === undefined ? t('fromAbove') : t('from', { name: grant.objName })}
        {grant.deadline !== undefined && ` · ${t('until', { time: exactTime(grant.deadline).slice(0, 10) })}`}
      </span>
    </li>
  );
}

function Whom({ grant }: { grant: Grant }): ReactNode {
  const t = useText('permissions');
  return (
    <span className={styles.whom}>
      <GranteeIcon type={grant.granteeType} />
      <span title={grant.granteeName}>{grant.granteeName}</span>
      <EndsSoon deadline={grant.deadline} expired={grant.expired} />
      {grant.expired && <small className={styles.over}>{t('expired')}</small>}
    </span>
  );
}
