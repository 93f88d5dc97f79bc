import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { site } from '@dossier/contract/core/site';
import { type SettingGroup, isNeeded, keptSecret, secretFields, settingGroups } from '@dossier/contract/core/site-settings';
import { people } from '@dossier/contract/identity/users';
import { Button, Form, Input, Select, Switch } from 'antd';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { type TextKey, useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';
import { BytesInput } from '../../../platform/ui/bytes-input.tsx';
import { Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { NumberInput } from '../../../platform/ui/number-input.tsx';
import styles from './site.module.css';

/** The control of a field. */
type FieldKind = 'switch' | 'choice' | 'choices' | 'number' | 'bytes' | 'text' | 'list' | 'pairs' | 'secret' | 'longSecret';

interface Field {
  name: string;
  kind: FieldKind;
  /** The options of a choice. */
  choices: string[];
  needs: FieldRule;
  least?: number;
  /** The maximum of a number, or of the characters. */
  most?: number;
}

/** The hint for a field whose value the contract refused. */
type FieldRule = 'web' | 'directory' | 'installer' | 'number' | 'hosts' | 'extensions' | 'shorter' | 'pattern';

interface SchemaDescription {
  type?: string;
  format?: string;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  anyOf?: unknown[];
  items?: { type?: string; enum?: string[] };
}

/** Keys are PEM, with line breaks. */
const long = new Set(['key']);

function kindOf(group: SettingGroup, name: string, described: SchemaDescription): FieldKind {
  if (secretFields[group]?.includes(name)) return long.has(name) ? 'longSecret' : 'secret';
  if (described.type === 'boolean') return 'switch';
  if (described.enum) return 'choice';
  if (described.format === 'bytes') return 'bytes';
  if (described.type === 'integer') return 'number';
  if (described.items?.enum) return 'choices';
  if (described.type === 'array') return described.items?.type === 'object' ? 'pairs' : 'list';
  return 'text';
}

function mostOf({ maximum, maxLength }: SchemaDescription): { most?: number } {
  const most = maximum ?? maxLength;
  return most === undefined ? {} : { most };
}

/** The rule of a field, from its schema: an address is empty or has a form. */
function needsOf(group: SettingGroup, described: SchemaDescription): FieldRule {
  if (described.type === 'integer') return 'number';
  if (described.type === 'array') return group === 'upload' ? 'extensions' : 'hosts';
  if (group === 'flows') return 'pattern';
  if (!described.anyOf) return 'shorter';
  if (group === 'ldap') return 'directory';
  return group === 'clients' ? 'installer' : 'web';
}

/** The fields of a group, in the order of the contract. */
export function fieldsOf(group: SettingGroup): Field[] {
  const { properties = {} } = z.toJSONSchema(settingGroups[group], { io: 'output', unrepresentable: 'any' }) as {
    properties?: Record<string, SchemaDescription>;
  };
  return Object.entries(properties).map(([name, described]) => ({
    name,
    kind: kindOf(group, name, described),
    choices: described.enum ?? described.items?.enum ?? [],
    needs: needsOf(group, described),
    ...(described.minimum !== undefined && { least: described.minimum }),
    ...mostOf(described),
  }));
}

/** Whether the contract accepts a value for a field. */
function takes(group: SettingGroup, name: string, value: unknown): boolean {
  const shape = settingGroups[group].shape as Record<string, z.ZodType>;
  return shape[name]?.safeParse(value).success ?? false;
}

/** Groups whose settings can be tested before saving: those with an external service, or bound to the site's address. */
export const testableGroups: ReadonlySet<SettingGroup> = new Set([
  'mail',
  'handOff',
  'identityProvider',
  'messagingApp',
  'enterpriseChat',
  'ldap',
  'passkeys',
  'office',
  'signing',
]);

/** Fields with a help text. */
const helped = new Set([
  'allowedHosts',
  'audience',
  'baseDn',
  'binDays',
  'bindDn',
  'classes',
  'createAccounts',
  'days',
  'domains',
  'filter',
  'forbidden',
  'forgotPassword',
  'frameHosts',
  'from',
  'groups',
  'history',
  'groupsClaim',
  'idleHours',
  'key',
  'kinds',
  'largest',
  'lifetimeDays',
  'linkAccounts',
  'loginClaim',
  'mobileUrl',
  'newDeviceNotice',
  'numberPattern',
  'officeUrl',
  'organisation',
  'person',
  'reminderDays',
  'revisions',
  'secondStep',
  'siteAddress',
  'trustsMail',
  'tsaUrl',
  'url',
  'viewNotice',
]);

/** Providers whose names the organisation itself assigns, so that they may also link accounts with a password. */
const trustsNames: ReadonlySet<SettingGroup> = new Set(['handOff', 'enterpriseChat']);

/** The name under which the texts of a field stand: `url` means something else in each group. */
export const textNameOf = (group: SettingGroup, name: string): string => (group === 'office' && name === 'url' ? 'officeUrl' : name);

/** The key of a field's help text. */
function helpOf(group: SettingGroup, name: string): string | undefined {
  if (name === 'linkAccounts' && trustsNames.has(group)) return 'help_linkByTrustedName';
  return helped.has(name) ? `help_${name}` : undefined;
}

interface GroupPairsProps {
  name: string;
  label: string;
  help: string | undefined;
}

/** Maps external groups to groups of the organisation, a row each. */
function GroupPairs({ name, label, help }: GroupPairsProps): ReactNode {
  const t = useText('administration.configuration');
  const groups = useCall(people.groups, { pageNo: 1, pageSize: 1000 });
  const options = (groups.data?.list ?? []).map((group) => ({ value: group.id, label: group.name }));
  return (
    <Form.Item label={label} extra={help}>
      <Form.List name={name}>
        {(rows, { add, remove }) => (
          <Stack gap={2}>
            {rows.map(({ key, name: at }) => (
              <Row key={key} gap={2} className={styles.pair}>
                <Form.Item name={[at, 'claim']} noStyle rules={[{ required: true, whitespace: true, message: t('needs_pair') }]}>
                  <Input aria-label={t('theirGroup')} placeholder={t('theirGroup')} />
                </Form.Item>
                <Form.Item name={[at, 'groupId']} noStyle rules={[{ required: true, message: t('needs_pair') }]}>
                  <Select
                    aria-label={t('ourGroup')}
                    placeholder={t('ourGroup')}
                    loading={groups.isPending}
                    showSearch={{ optionFilterProp: 'label' }}
                    options={options}
                  />
                </Form.Item>
                <Button type="text" icon={<DeleteOutlined />} aria-label={t('removePair')} onClick={() => remove(at)} />
              </Row>
            ))}
            <Row>
              <Button size="small" icon={<PlusOutlined />} onClick={() => add({ claim: '' })}>
                {t('addPair')}
              </Button>
            </Row>
          </Stack>
        )}
      </Form.List>
    </Form.Item>
  );
}

interface SettingFieldProps {
  group: SettingGroup;
  field: Field;
}

/** One setting with its name, its help text, and a control of its kind. */
export function SettingField({ group, field }: SettingFieldProps): ReactNode {
  const t = useText('administration.configuration');
  const textName = textNameOf(group, field.name);
  const label = t(`label_${textName}` as TextKey<'administration.configuration'>);
  const needs = t(`needs_${field.needs}` as TextKey<'administration.configuration'>, { least: field.least ?? 0, most: field.most ?? 0 });
  const help = helpOf(group, textName);
  const extra = help && t(help as TextKey<'administration.configuration'>);
  const isEnabled = Form.useWatch<unknown>('enabled') === true;
  if (field.kind === 'pairs') return <GroupPairs name={field.name} label={label} help={extra} />;
  if (field.kind === 'switch') return <SwitchRow name={field.name} label={label} help={extra} />;
  return (
    <Form.Item
      name={field.name}
      label={label}
      extra={extra}
      required={isEnabled && isNeeded(group, field.name)}
      rules={[
        {
          validator: (_, value: unknown) => (takes(group, field.name, value) ? Promise.resolve() : Promise.reject(new Error(needs))),
        },
      ]}
      {...(field.kind === 'bytes' ? { getValueProps: noneAsEmpty, normalize: (value: number | null) => value ?? 0 } : {})}
      {...(field.kind === 'secret' || field.kind === 'longSecret' ? { normalize: withoutDots } : {})}
    >
      <Control field={field} />
    </Form.Item>
  );
}

/** No limit is stored as 0. */
const noneAsEmpty = (value: number): { value: number | null } => ({ value: value === 0 ? null : value });

/** Typing a new secret replaces the placeholder of the stored one. */
const withoutDots = (value: string): string => (value === keptSecret ? value : value.replaceAll('•', ''));

interface ControlProps {
  field: Field;
  /** Set by the surrounding form. */
  id?: string;
}

function Control({ field, ...rest }: ControlProps): ReactNode {
  const t = useText('administration.configuration');
  switch (field.kind) {
    case 'choice':
    case 'choices':
      return (
        <Select
          {...rest}
          {...(field.kind === 'choices' && { mode: 'multiple' as const })}
          options={field.choices.map((value) => ({ value, label: t(`option_${value}` as TextKey<'administration.configuration'>) }))}
        />
      );
    case 'number':
      return <NumberInput {...rest} min={field.least ?? 0} max={field.most ?? 1e9} precision={0} className={styles.number ?? ''} />;
    case 'bytes':
      return <BytesInput {...rest} />;
    case 'list':
      return <Select {...rest} mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', ' ', ';', '，', '、']} />;
    case 'secret':
      return <Input.Password {...rest} autoComplete="new-password" visibilityToggle={false} onFocus={(event) => event.target.select()} />;
    case 'longSecret':
      return (
        <Input.TextArea
          {...rest}
          autoComplete="off"
          spellCheck={false}
          autoSize={{ minRows: 2, maxRows: 10 }}
          onFocus={(event) => event.target.select()}
        />
      );
    default:
      return <Input {...rest} autoComplete="off" autoCapitalize="none" spellCheck={false} />;
  }
}

function SwitchRow({ name, label, help }: { name: string; label: string; help: string | undefined }): ReactNode {
  return (
    <Row gap={3} align="start" className={styles.switch}>
      <Form.Item name={name} valuePropName="checked" noStyle>
        <Switch aria-label={label} />
      </Form.Item>
      <div>
        <div>{label}</div>
        {help && (
          <Text as="div" tone="muted">
            {help}
          </Text>
        )}
        {name === 'forgotPassword' && <MailWarning name={name} />}
      </div>
    </Row>
  );
}

/** Warns that this setting needs mail, which is not enabled. */
function MailWarning({ name }: { name: string }): ReactNode {
  const t = useText('administration.configuration');
  const settings = useCall(site.settings, {});
  const isOn = Form.useWatch(name) === true;
  return (
    <Text as="div" size="xs" tone="warn" role="status">
      {isOn && settings.data?.mail.enabled === false && t('mailIsOff')}
    </Text>
  );
}
