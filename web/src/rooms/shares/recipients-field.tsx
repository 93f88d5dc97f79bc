import type { Grantee } from '@dossier/contract/people';
import type { ShareRules } from '@dossier/contract/share-shapes';
import { Tag } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { GranteeIcon, GranteeSelect } from '../permissions/grantee-select.tsx';
import { AddressField } from './address-field.tsx';
import { isRecipient } from './addresses.ts';
import type { Draft } from './draft.ts';
import styles from './shares.module.css';

interface FieldProps {
  draft: Draft;
  change: (changes: Partial<Draft>) => void;
  rules: ShareRules;
}

/** Whom a share is for: addresses that prove themselves, domains, colleagues; nobody named means everybody with the link. */
export function RecipientsField({ draft, change, rules }: FieldProps): ReactNode {
  const t = useText('shares');
  const isOpen = draft.recipients.length === 0 && draft.colleagues.length === 0;
  return (
    <div className={styles.lets}>
      {rules.external && rules.mail && (
        <AddressField
          label={t('addresses')}
          value={draft.recipients}
          accepts={isRecipient}
          wrong={(list) => t('noAddress', { list })}
          onChange={(recipients) => change({ recipients })}
        />
      )}
      {rules.external && !rules.mail && <p className={styles.hint}>{t('noMailHint')}</p>}
      <Colleagues list={draft.colleagues} change={(colleagues) => change({ colleagues })} />
      <p className={styles.hint}>{hint()}</p>
    </div>
  );

  function hint(): string {
    if (!isOpen) return draft.recipients.length > 0 ? t('provenHint') : t('colleaguesHint');
    return rules.external ? t('everybodyHint') : t('onlyColleagues');
  }
}

function Colleagues({ list, change }: { list: Grantee[]; change: (list: Grantee[]) => void }): ReactNode {
  const t = useText('shares');
  const [chosen, setChosen] = useState(0);
  const add = (grantee: Grantee | undefined): void => {
    if (grantee === undefined || grantee.type === 'role') return;
    setChosen(chosen + 1);
    change([...list.filter((one) => one.id !== grantee.id || one.type !== grantee.type), grantee]);
  };
  return (
    <>
      {/* a new field each time: what was chosen stands below */}
      <div className={styles.line}>
        <GranteeSelect key={chosen} value={undefined} onChange={add} label={t('colleagues')} />
      </div>
      {list.length > 0 && (
        <div className={styles.tags}>
          {list.map((one) => (
            <Tag key={`${one.type} ${one.id}`} closable onClose={() => change(list.filter((other) => other !== one))}>
              <GranteeIcon type={one.type} /> {one.name}
            </Tag>
          ))}
        </div>
      )}
    </>
  );
}
