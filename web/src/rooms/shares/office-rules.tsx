import type { Grantee } from '@dossier/contract/people';
import type { OutputOf } from '@dossier/contract/route';
import { shares } from '@dossier/contract/shares';
import { Button, Checkbox, InputNumber, Tag } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { notice } from '../../ground/notice.ts';
import { useText } from '../../ground/text.ts';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { useCall, useSend } from '../../ground/use-call.ts';
import { GranteeSelect } from '../permissions/grantee-select.tsx';
import styles from './shares.module.css';

type Rules = OutputOf<typeof shares.organisationRules>;

/** What the organisation lets be shared; the site may be stricter. */
export function OfficeRules(): ReactNode {
  const { data, error, refetch } = useCall(shares.organisationRules, {});
  if (error !== null && data === undefined) return <ErrorBox small error={error} retry={() => void refetch()} />;
  return data === undefined ? null : <RulesForm key={JSON.stringify(data)} kept={data} />;
}

function RulesForm({ kept }: { kept: Rules }): ReactNode {
  const t = useText('shares');
  const [rules, setRules] = useState(kept);
  const save = useSend(shares.saveRules, { refresh: [shares.organisationRules, shares.rules] });
  const change = (changes: Partial<Rules>): void => setRules((before) => ({ ...before, ...changes }));
  const days = useId();
  const send = async (): Promise<void> => {
    const { external, forcePassword, longestDays, groups } = rules;
    await save.mutateAsync({ external, forcePassword, longestDays, groupIds: groups.map((one) => one.id) });
    notice.success(t('saved'));
  };
  return (
    <section className={styles.rules}>
      <h2>{t('rulesTitle')}</h2>
      <Checkbox checked={rules.external} onChange={(event) => change({ external: event.target.checked })}>
        {t('ruleExternal')}
      </Checkbox>
      <Checkbox checked={rules.forcePassword} onChange={(event) => change({ forcePassword: event.target.checked })}>
        {t('rulePassword')}
      </Checkbox>
      <span className={styles.line}>
        <label htmlFor={days}>{t('ruleDays')}</label>
        <InputNumber
          id={days}
          min={1}
          max={3650}
          precision={0}
          placeholder={t('noLimit')}
          value={rules.longestDays || null}
          onChange={(longestDays) => change({ longestDays: longestDays ?? 0 })}
        />
      </span>
      <Groups groups={rules.groups} change={(groups) => change({ groups })} />
      <Button type="primary" loading={save.isPending} disabled={rules === kept} onClick={() => void send().catch(() => undefined)}>
        {t('save')}
      </Button>
    </section>
  );
}

function Groups({ groups, change }: { groups: Rules['groups']; change: (groups: Rules['groups']) => void }): ReactNode {
  const t = useText('shares');
  const [chosen, setChosen] = useState(0);
  const add = (grantee: Grantee | undefined): void => {
    if (grantee === undefined) return;
    setChosen(chosen + 1);
    change([...groups.filter((one) => one.id !== grantee.id), { id: grantee.id, name: grantee.name }]);
  };
  return (
    <>
      <span className={styles.line}>
        <span>{groups.length === 0 ? t('ruleEverybody') : t('ruleGroups')}</span>
        <GranteeSelect key={chosen} type="group" value={undefined} onChange={add} label={t('addGroup')} none={t('noGroups')} />
      </span>
      {groups.length > 0 && (
        <div className={styles.tags}>
          {groups.map((one) => (
            <Tag key={one.id} closable onClose={() => change(groups.filter((other) => other !== one))}>
              {one.name || t('goneGroup')}
            </Tag>
          ))}
        </div>
      )}
    </>
  );
}
