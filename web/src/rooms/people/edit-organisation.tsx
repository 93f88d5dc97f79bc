import type { Organisation } from '@dossier/contract/organisations';
import { people } from '@dossier/contract/people';
import { DatePicker, Form, Input } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import type { ReactNode } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { useText } from '../../ground/text.ts';
import { BytesInput } from '../../ground/ui/bytes-input.tsx';
import { useSend } from '../../ground/use-call.ts';
import { AskDialog } from './ask-dialog.tsx';

interface Changed {
  name: string;
  description?: string;
  expires?: Dayjs | null;
  quota?: number | null;
}

/** The last day counts whole, in the time of who sets it. */
export const expiryOf = (day: Dayjs | null | undefined): string => day?.endOf('day').toISOString() ?? '';

/** Opens the dialog that changes an organisation. */
export function openEditOrganisation(organisation: Organisation): void {
  openDialog((close) => <EditOrganisation organisation={organisation} close={close} />);
}

function EditOrganisation({ organisation, close }: { organisation: Organisation; close: () => void }): ReactNode {
  const t = useText('people');
  const site = useText('site');
  const { id, name, description, first } = organisation;
  const before = organisation.expires === undefined ? null : dayjs(organisation.expires);
  const update = useSend(people.updateOrganisation, { refresh: [people.organisations] });
  const save = (changed: Changed): Promise<unknown> => {
    // A day that is over and was left alone is no new one.
    const isMoved = !first && expiryOf(changed.expires) !== expiryOf(before);
    const expires = isMoved ? { expires: expiryOf(changed.expires) } : {};
    const most = changed.quota ?? '';
    const quota = most === (organisation.quota?.most ?? '') ? {} : { quota: most };
    return update.mutateAsync({ ...quota, id, name: changed.name.trim(), description: changed.description?.trim() ?? '', ...expires });
  };
  return (
    <AskDialog<Changed>
      title={t('editOrganisationTitle', { name })}
      ok={t('save')}
      initial={{ name, description, expires: before, quota: organisation.quota?.most ?? null }}
      save={save}
      close={close}
    >
      <OrganisationNameField />
      <DescriptionField />
      {!first && <ExpiryField />}
      <QuotaField hint={site('spaceQuotaHint')} />
    </AskDialog>
  );
}

/** The name, which must not be missing. */
export function OrganisationNameField(): ReactNode {
  const t = useText('people');
  return (
    <Form.Item name="name" label={t('organisationName')} rules={[{ required: true, whitespace: true, message: t('nameNeeded') }]}>
      <Input autoFocus maxLength={100} autoComplete="off" />
    </Form.Item>
  );
}

/** How much its documents may hold; the hint says what an empty field does. */
export function QuotaField({ hint, unset }: { hint: string; unset?: string }): ReactNode {
  const t = useText('site');
  return (
    <Form.Item name="quota" label={t('spaceQuota')} extra={hint}>
      <BytesInput {...(unset !== undefined && { placeholder: unset })} />
    </Form.Item>
  );
}

export function DescriptionField(): ReactNode {
  const t = useText('people');
  return (
    <Form.Item name="description" label={t('description')}>
      <Input.TextArea maxLength={1000} autoSize={{ minRows: 2, maxRows: 6 }} />
    </Form.Item>
  );
}

export function ExpiryField(): ReactNode {
  const t = useText('people');
  return (
    <Form.Item name="expires" label={t('lastDay')} extra={t('lastDayHint')}>
      <DatePicker disabledDate={(day) => day.isBefore(dayjs(), 'day')} style={{ width: '100%' }} placeholder={t('neverEnds')} />
    </Form.Item>
  );
}
