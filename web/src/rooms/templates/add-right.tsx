import type { Grantee } from '@dossier/contract/people';
import { level, type Reach } from '@dossier/contract/rights';
import { mostOfTemplates } from '@dossier/contract/templates';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { LevelSelect, ReachSelect } from '../permissions/grant-fields.tsx';
import { GranteeSelect } from '../permissions/grantee-select.tsx';
import { HandOn } from '../permissions/hand-on.tsx';
import { DaysField } from './days-field.tsx';
import styles from './templates.module.css';
import type { RightsDeeds } from './use-rights.ts';

/** Says that somebody will have a right; `full` are those that there are. */
export function AddRight({ rights, full }: { rights: RightsDeeds; full: number }): ReactNode {
  const t = useText('templates');
  const [grantee, setGrantee] = useState<Grantee>();
  const [bits, setBits] = useState<number>(level.view);
  const [handOn, setHandOn] = useState<number>();
  const [reach, setReach] = useState<Reach>('all');
  const [days, setDays] = useState<number>();
  if (full >= mostOfTemplates.rights) return <p className={styles.hint}>{t('rightsFull', { n: mostOfTemplates.rights })}</p>;
  const add = async (): Promise<void> => {
    if (grantee === undefined) return;
    const terms = { granteeType: grantee.type, granteeId: grantee.id, level: bits, reach };
    if (!(await rights.add({ ...terms, ...(handOn !== undefined && { handOn }), ...(days !== undefined && { days }) }))) return;
    setGrantee(undefined);
    setDays(undefined);
  };
  const choose = (next: number): void => {
    setBits(next);
    setHandOn(undefined);
  };
  return (
    <div className={styles.add} role="group" aria-label={t('addRight')}>
      <GranteeSelect value={grantee} onChange={setGrantee} label={t('whom')} />
      <LevelSelect value={bits} mine={level.full} onChange={choose} />
      <HandOn given={bits} mayGive={level.full} capped={false} value={handOn} onChange={setHandOn} />
      <ReachSelect value={reach} onChange={setReach} />
      <DaysField value={days} onChange={setDays} />
      <Button type="primary" disabled={grantee === undefined} loading={rights.busy} onClick={() => void add()}>
        {t('add')}
      </Button>
    </div>
  );
}
