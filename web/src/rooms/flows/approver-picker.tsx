import { type ApproverKind, approverKinds, type FlowKind, mostOfFlows } from '@dossier/contract/flow-shapes';
import { Select, Tag } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { GranteeSelect } from '../permissions/grantee-select.tsx';
import styles from './flows.module.css';
import form from './flow-form.module.css';
import { managerWord } from './shown.ts';
import type { DraftApprover } from './template-draft.ts';

interface ApproverPickerProps {
  approvers: DraftApprover[];
  flowKind: FlowKind;
  change: (approvers: DraftApprover[]) => void;
}

const isNamed = (kind: ApproverKind): kind is 'person' | 'role' => kind === 'person' || kind === 'role';

/** Says who approves in a step: people and roles by name, others by what they are to the applicant or the documents. */
export function ApproverPicker({ approvers, flowKind, change }: ApproverPickerProps): ReactNode {
  const t = useText('flows');
  const [kind, setKind] = useState<ApproverKind>('person');
  const [turn, setTurn] = useState(0);
  const add = (one: DraftApprover): void => {
    setTurn(turn + 1);
    const isSame = (other: DraftApprover): boolean => other.kind === one.kind && other.id === one.id;
    if (!approvers.some(isSame)) change([...approvers, one]);
  };
  const word = (one: ApproverKind) => t(one === 'manager' ? managerWord(flowKind) : `approver_${one}`);
  const choose = (next: ApproverKind): void => {
    if (isNamed(next)) setKind(next);
    else add({ kind: next, name: '' });
  };
  return (
    <>
      {approvers.length < mostOfFlows.approvers && (
        <div className={form.row}>
          <Select<ApproverKind>
            aria-label={t('addApprover')}
            value={kind}
            popupMatchSelectWidth={false}
            options={approverKinds.map((value) => ({ value, label: word(value) }))}
            onSelect={choose}
          />
          {isNamed(kind) && (
            <GranteeSelect
              key={`${kind} ${turn}`}
              type={kind === 'person' ? 'user' : 'role'}
              value={undefined}
              onChange={(one) => one && add({ kind, id: one.id, name: one.name })}
              label={t(kind === 'person' ? 'addPerson' : 'addRole')}
            />
          )}
        </div>
      )}
      {approvers.length === 0 ? (
        <p className={styles.hint}>{t('noApprover')}</p>
      ) : (
        <div className={form.tags}>
          {approvers.map((one) => (
            <Tag key={`${one.kind} ${one.id}`} closable onClose={() => change(approvers.filter((other) => other !== one))}>
              {isNamed(one.kind) ? one.name : word(one.kind)}
            </Tag>
          ))}
        </div>
      )}
    </>
  );
}
