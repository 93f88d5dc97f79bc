import { site } from '@dossier/contract/site';
import { keptSecret, type SettingGroup } from '@dossier/contract/site-settings';
import { Form, Input, InputNumber, Select, Switch } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { BytesInput } from '../../ground/ui/bytes-input.tsx';
import { useCall } from '../../ground/use-call.ts';
import { type Field, helpOf, takes } from './fields.ts';
import { GroupPairs } from './group-pairs.tsx';
import styles from './site.module.css';
import type { Keys } from './text/cn.ts';

interface SettingFieldProps {
  group: SettingGroup;
  field: Field;
}

/** One setting with its name, its help, and a control of its kind. */
export function SettingField({ group, field }: SettingFieldProps): ReactNode {
  const t = useText('site');
  const label = t(`label_${field.name}` as Keys);
  const needs = t(`needs_${field.needs}` as Keys, { least: field.least ?? 0, most: field.most ?? 0 });
  const help = helpOf(group, field.name);
  const extra = help && t(help as Keys);
  if (field.kind === 'pairs') return <GroupPairs name={field.name} label={label} help={extra} />;
  if (field.kind === 'switch') return <SwitchRow name={field.name} label={label} help={extra} />;
  return (
    <Form.Item
      name={field.name}
      label={label}
      extra={extra}
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

/** No limit is kept as 0. */
const noneAsEmpty = (value: number): { value: number | null } => ({ value: value === 0 ? null : value });

/** Whoever types a new secret replaces the dots that stand for the old one. */
const withoutDots = (value: string): string => (value === keptSecret ? value : value.replaceAll('•', ''));

interface ControlProps {
  field: Field;
  /** Given by the form around it. */
  id?: string;
}

function Control({ field, ...rest }: ControlProps): ReactNode {
  const t = useText('site');
  switch (field.kind) {
    case 'choice':
      return <Select {...rest} options={field.choices.map((value) => ({ value, label: t(`option_${value}` as Keys) }))} />;
    case 'number':
      // the step buttons have English labels that cannot be changed; the arrow keys step without them
      return (
        <InputNumber
          {...rest}
          min={field.least ?? 0}
          max={field.most ?? 1e9}
          precision={0}
          controls={false}
          className={styles.number ?? ''}
        />
      );
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
    <div className={styles.switch}>
      <Form.Item name={name} valuePropName="checked" noStyle>
        <Switch aria-label={label} />
      </Form.Item>
      <div>
        <div>{label}</div>
        {help && <div className={styles.help}>{help}</div>}
        {name === 'forgotPassword' && <MailWarning name={name} />}
      </div>
    </div>
  );
}

/** What is switched on here needs mail, which is not. */
function MailWarning({ name }: { name: string }): ReactNode {
  const t = useText('site');
  const settings = useCall(site.settings, {});
  const isOn = Form.useWatch(name) === true;
  return (
    <div role="status" className={styles.changed}>
      {isOn && settings.data?.mail.enabled === false && t('mailIsOff')}
    </div>
  );
}
