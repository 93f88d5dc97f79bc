import { site } from '@dossier/contract/site';
import { fieldToFill, secretToType, type SettingGroup } from '@dossier/contract/site-settings';
import { Alert, Button, Form } from 'antd';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { CallError } from '../../ground/call.ts';
import { notice } from '../../ground/notice.ts';
import { useText } from '../../ground/text.ts';
import { useSend } from '../../ground/use-call.ts';
import { canTry, fieldsOf } from './fields.ts';
import { SettingField } from './setting-field.tsx';
import styles from './site.module.css';
import type { Keys } from './text/cn.ts';

export type Values = Record<string, unknown>;

interface GroupFormProps {
  group: SettingGroup;
  kept: Values;
  dirty: boolean;
  setDirty: (dirty: boolean) => void;
}

interface Verdict {
  works: boolean;
  problem?: string | undefined;
}

// in the middle: at the lower edge the bar with the buttons would cover it
const toField = { focus: true, block: 'center', scrollMode: 'always' } as const;

/** Saving, trying and giving up the values of one group. */
function useGroupForm({ group, kept, dirty, setDirty }: GroupFormProps) {
  const t = useText('site');
  const [form] = Form.useForm<Values>();
  const [verdict, setVerdict] = useState<Verdict>();
  const save = useSend(site.saveSettings, { refresh: [site.settings, site.doors] });
  const attempt = useSend(site.trySettings, { quiet: true });
  useEffect(() => {
    if (!dirty) form.setFieldsValue(kept);
  }, [form, kept, dirty]);
  const point = (name: string, error: string): void => {
    form.setFields([{ name, errors: [error] }]);
    form.scrollToField(name, toField);
  };
  const isWhole = (values: Values): boolean => {
    const field = secretToType(group, kept, values);
    if (field !== undefined) point(field, t('typeSecret'));
    return field === undefined;
  };
  const keep = async (values: Values): Promise<void> => {
    if (!isWhole(values)) return;
    const empty = fieldToFill(group, values);
    if (empty !== undefined) return point(empty, t('fillIn'));
    await save.mutateAsync({ group, values });
    setDirty(false);
    notice.success(t('saved', { name: t(`group_${group}` as Keys) }));
  };
  const look = async (): Promise<void> => {
    setVerdict(undefined);
    const values = await form.validateFields().catch(({ errorFields }: { errorFields: { name: string[] }[] }) => {
      const wrong = errorFields[0];
      if (wrong) form.scrollToField(wrong.name, toField);
    });
    if (!values || !isWhole(values)) return;
    setVerdict(await attempt.mutateAsync({ group, values }).catch(problemOf));
  };
  const discard = (): void => {
    form.resetFields();
    form.setFieldsValue(kept);
    setVerdict(undefined);
    setDirty(false);
  };
  const change = (): void => {
    setVerdict(undefined);
    setDirty(true);
  };
  return { form, verdict, saving: save.isPending, trying: attempt.isPending, keep, look, discard, change };
}

const problemOf = (error: unknown): Verdict => ({ works: false, problem: error instanceof CallError ? error.message : undefined });

/** The settings of one group: changed, tried where that is possible, and saved together. */
export function GroupForm(props: GroupFormProps): ReactNode {
  const t = useText('site');
  const { group, kept, dirty } = props;
  const fields = useMemo(() => fieldsOf(group), [group]);
  const { form, verdict, saving, trying, keep, look, discard, change } = useGroupForm(props);
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      scrollToFirstError={toField}
      className={styles.form ?? ''}
      initialValues={kept}
      onValuesChange={change}
      onFinish={(values) => void keep(values).catch(() => undefined)}
    >
      <h2 className={styles.title}>{t(`group_${group}` as Keys)}</h2>
      <p className={styles.about}>{t(`about_${group}` as Keys)}</p>
      {fields.map((field) => (
        <SettingField key={field.name} group={group} field={field} />
      ))}
      <div className={styles.deeds}>
        <Button type="primary" htmlType="submit" disabled={!dirty} loading={saving}>
          {t('save')}
        </Button>
        {canTry.has(group) && (
          <Button loading={trying} onClick={() => void look()}>
            {t('tryIt')}
          </Button>
        )}
        {dirty && (
          <Button type="text" onClick={discard}>
            {t('discard')}
          </Button>
        )}
        {/* beside the buttons, where it is seen however long the group is */}
        <div role="status" className={styles.verdict}>
          {verdict && <VerdictBox {...verdict} />}
        </div>
      </div>
    </Form>
  );
}

function VerdictBox({ works, problem }: Verdict): ReactNode {
  const t = useText('site');
  return <Alert showIcon type={works ? 'success' : 'warning'} title={works ? t('works') : (problem ?? t('worksNot'))} />;
}
