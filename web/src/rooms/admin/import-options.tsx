import { admin } from '@dossier/contract/admin';
import type { ImportOptions } from '@dossier/contract/people-import';
import { Checkbox, Radio } from 'antd';
import { type ReactNode, useId } from 'react';
import { useText } from '../../ground/text.ts';
import { useCall } from '../../ground/use-call.ts';
import styles from './admin.module.css';

interface Choice<V extends string> {
  label: string;
  value: V;
  change: (value: V) => void;
  options: { value: V; label: string; disabled?: boolean }[];
  hint?: string | undefined;
}

function Choices<V extends string>({ label, value, change, options, hint }: Choice<V>): ReactNode {
  const id = useId();
  return (
    <div className={styles.choice}>
      <h2 id={id}>{label}</h2>
      <Radio.Group aria-labelledby={id} value={value} onChange={(event) => change(event.target.value as V)} options={options} />
      {hint !== undefined && <p className={styles.quiet}>{hint}</p>}
    </div>
  );
}

/** How an import deals with what it finds. */
export function ImportOptionsForm({ options, change }: { options: ImportOptions; change: (options: ImportOptions) => void }): ReactNode {
  const t = useText('admin');
  const terms = useCall(admin.importTerms, {}, { staleTime: 60_000 });
  const invites = terms.data?.invites === true;
  return (
    <div className={styles.choices}>
      <Choices
        label={t('existing')}
        value={options.existing}
        change={(existing) => change({ ...options, existing })}
        options={(['change', 'skip'] as const).map((value) => ({ value, label: t(`existing_${value}`) }))}
      />
      <Choices
        label={t('missing')}
        value={options.departments}
        change={(departments) => change({ ...options, departments })}
        options={(['create', 'refuse'] as const).map((value) => ({ value, label: t(`missing_${value}`) }))}
      />
      <Choices
        label={t('newPeople')}
        value={options.password}
        change={(password) => change({ ...options, password })}
        options={(['made', 'invite'] as const).map((value) => ({
          value,
          label: t(`newPeople_${value}`),
          disabled: value === 'invite' && !invites,
        }))}
        hint={terms.data !== undefined && !invites ? t('inviteOff') : undefined}
      />
      {options.password === 'made' && (
        <Checkbox checked={options.mustChange} onChange={(event) => change({ ...options, mustChange: event.target.checked })}>
          {t('mustChange')}
        </Checkbox>
      )}
    </div>
  );
}
