import { site } from '@dossier/contract/core/site';
import { type SettingGroup, fieldToFill, secretToType, settingGroups } from '@dossier/contract/core/site-settings';
import { emails } from '@dossier/contract/notifications/emails';
import { useBlocker } from '@tanstack/react-router';
import { Alert, Button, Form } from 'antd';
import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { CallError } from '../../../platform/call.ts';
import { type TextKey, useText } from '../../../platform/i18n.ts';
import { useNavigate, usePageQuery } from '../../../platform/navigation.ts';
import '../../../platform/no-eval.ts';
import { notice } from '../../../platform/notices.ts';
import { boundedTextParam, enumParam } from '../../../platform/page-query.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { formatExactTime } from '../../../platform/ui/formatted-values.tsx';
import { Heading, Stack, Text } from '../../../platform/ui/layout.tsx';
import { Page, PageFoot, PaneEntry, Split } from '../../../platform/ui/page-layout.tsx';
import { Spinner } from '../../../platform/ui/spinner.tsx';
import { SealCertificate } from '../../signatures/seal-certificate.tsx';
import { configurationPath } from '../paths.ts';
import { SettingField, fieldsOf, testableGroups } from './setting-fields.tsx';
import styles from './site.module.css';

export type Values = Record<string, unknown>;

interface GroupFormProps {
  group: SettingGroup;
  kept: Values;
  /** The setting to begin at. */
  asked?: string | undefined;
  dirty: boolean;
  setDirty: (dirty: boolean) => void;
  /** Stands under a heading of the page. */
  isPart?: boolean;
  /** The words of the button that saves, where they are others. */
  ok?: string;
  /** Called after the values were saved. */
  saved?: () => void;
  /** Further buttons beside those of the form. */
  children?: ReactNode;
}

interface TestResult {
  works: boolean;
  problem?: string | undefined;
}

// centred: at the lower edge the bar with the buttons would cover it
const toField = { focus: true, block: 'center', scrollMode: 'always' } as const;

/** Saves, tests and discards the values of one group. */
function useGroupForm({ group, kept, asked, dirty, setDirty, saved }: GroupFormProps) {
  const t = useText('administration.configuration');
  const [form] = Form.useForm<Values>();
  const [verdict, setVerdict] = useState<TestResult>();
  const save = useCallMutation(site.saveSettings, { refresh: [site.settings, site.doors] });
  const attempt = useCallMutation(site.trySettings, { quiet: true });
  useEffect(() => {
    if (!dirty) form.setFieldsValue(kept);
  }, [form, kept, dirty]);
  useEffect(() => {
    if (asked !== undefined) form.scrollToField(asked, toField);
  }, [form, asked]);
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
    notice.success(t('saved', { name: t(`group_${group}` as TextKey<'administration.configuration'>) }));
    saved?.();
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

const problemOf = (error: unknown): TestResult => ({ works: false, problem: error instanceof CallError ? error.message : undefined });

/** The settings of one group: edited, tested where possible, and saved together. */
export function GroupForm(props: GroupFormProps): ReactNode {
  const t = useText('administration.configuration');
  const { group, kept, dirty, isPart = false } = props;
  const fields = useMemo(() => fieldsOf(group), [group]);
  const { form, verdict, saving, trying, keep, look, discard, change } = useGroupForm(props);
  return (
    <Form
      form={form}
      layout="vertical"
      scrollToFirstError={toField}
      className={styles.form ?? ''}
      initialValues={kept}
      onValuesChange={change}
      onFinish={(values) => void keep(values).catch(() => undefined)}
    >
      {!isPart && (
        <>
          <Heading level={2} size="xl">
            {t(`group_${group}` as TextKey<'administration.configuration'>)}
          </Heading>
          <Text as="p" tone="muted" spaced>
            {t(`about_${group}` as TextKey<'administration.configuration'>)}
          </Text>
        </>
      )}
      {fields.map((field) => (
        <SettingField key={field.name} group={group} field={field} />
      ))}
      <PageFoot>
        {(dirty || !isPart) && (
          <Button type="primary" htmlType="submit" disabled={!dirty} loading={saving}>
            {props.ok ?? t('save')}
          </Button>
        )}
        {testableGroups.has(group) && (
          <Button loading={trying} onClick={() => void look()}>
            {t('tryIt')}
          </Button>
        )}
        {dirty && !isPart && (
          <Button type="text" onClick={discard}>
            {t('discard')}
          </Button>
        )}
        {props.children}
        {/* beside the buttons, visible however long the group is */}
        <div role="status" className={styles.verdict}>
          {verdict && <TestResultBox {...verdict} />}
        </div>
      </PageFoot>
    </Form>
  );
}

function TestResultBox({ works, problem }: TestResult): ReactNode {
  const t = useText('administration.configuration');
  return <Alert showIcon type={works ? 'success' : 'warning'} title={works ? t('works') : (problem ?? t('worksNot'))} />;
}

const groups = Object.keys(settingGroups) as SettingGroup[];
const Query = { group: enumParam(groups), setting: boundedTextParam(100) };

/** All settings of the site: the groups on the left, or above on a phone, and the form of one of them. */
export function ConfigurationPage(): ReactNode {
  const t = useText('administration.configuration');
  const { group = 'signIn', setting } = usePageQuery(Query);
  const settings = useCall(site.settings, {});
  const [changed, setChanged] = useState<ReadonlySet<SettingGroup>>(new Set());
  useGuard(changed.size > 0);
  const mark = useCallback(
    (candidate: SettingGroup, dirty: boolean) =>
      setChanged((before) => new Set(dirty ? [...before, candidate] : [...before].filter((other) => other !== candidate))),
    [],
  );
  if (settings.error && !settings.data) return <ErrorBox error={settings.error} retry={() => void settings.refetch()} />;
  if (!settings.data) return <Spinner label={t('loading')} delay={150} large />;
  const kept = settings.data as unknown as Record<SettingGroup, Values & { enabled?: boolean }>;
  return (
    <Split side={<GroupList group={group} kept={kept} changed={changed} />}>
      <Page>
        {groups.map((candidate) => (
          // changes in another group stay until they are saved or discarded
          <div key={candidate} hidden={candidate !== group}>
            {(candidate === group || changed.has(candidate)) && (
              <GroupForm
                group={candidate}
                kept={kept[candidate]}
                asked={candidate === group ? setting : undefined}
                dirty={changed.has(candidate)}
                setDirty={(dirty) => mark(candidate, dirty)}
              />
            )}
            {candidate === group && candidate === 'signing' && <SealCertificate />}
            {candidate === group && candidate === 'mail' && <MailDelivery />}
          </div>
        ))}
      </Page>
    </Split>
  );
}

/** That the mail server takes no emails, where that is so. */
function MailDelivery(): ReactNode {
  const t = useText('administration.configuration');
  const { failingSince, problem = '', waiting = 0 } = useCall(emails.delivery, {}).data ?? {};
  if (failingSince === undefined) return null;
  return (
    <Alert
      role="status"
      type="error"
      showIcon
      title={t('mailFails', { since: formatExactTime(failingSince), problem })}
      description={t('mailWaits', { count: waiting })}
    />
  );
}

interface GroupListProps {
  group: SettingGroup;
  kept: Record<SettingGroup, { enabled?: boolean }>;
  changed: ReadonlySet<SettingGroup>;
}

function GroupList({ group, kept, changed }: GroupListProps): ReactNode {
  const t = useText('administration.configuration');
  const go = useNavigate();
  const strip = useStrip(group);
  return (
    <Stack as="nav" ref={strip} pad={[3, 2]} scroll className={styles.groups} aria-label={t('configuration')}>
      {groups.map((candidate) => (
        <PaneEntry
          key={candidate}
          className={styles.group}
          data-group={candidate}
          aria-current={candidate === group ? 'true' : undefined}
          onClick={() => go(configurationPath, { group: candidate }, { replace: true })}
        >
          <Text grow>{t(`group_${candidate}` as TextKey<'administration.configuration'>)}</Text>
          {changed.has(candidate) ? (
            <Text size="xs" tone="warn">
              {t('notSaved')}
            </Text>
          ) : (
            kept[candidate].enabled !== undefined && (
              <Text size="xs" tone="muted">
                {t(kept[candidate].enabled ? 'on' : 'off')}
              </Text>
            )
          )}
        </PaneEntry>
      ))}
    </Stack>
  );
}

/** Scrolls the current group into view: on a phone the list is a strip wider than the screen. */
function useStrip(group: SettingGroup): RefObject<HTMLElement | null> {
  const strip = useRef<HTMLElement>(null);
  useEffect(() => {
    strip.current?.querySelector(`[data-group="${group}"]`)?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [group]);
  return strip;
}

/** Asks before unsaved changes are lost by a navigation or by closing the window. */
function useGuard(dirty: boolean): void {
  const t = useText('administration.configuration');
  useBlocker({
    disabled: !dirty,
    enableBeforeUnload: dirty,
    shouldBlockFn: async ({ next }) =>
      next.pathname !== configurationPath && !(await confirm({ title: t('leaveAsk'), text: t('leaveText'), ok: t('leave'), danger: true })),
  });
}
