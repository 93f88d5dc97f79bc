import type { Organisation } from '@dossier/contract/identity/organisations';
import { people } from '@dossier/contract/identity/users';
import { DatePicker, Divider, Form, Input } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import type { ReactNode } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { useCallMutation } from '../../../platform/query.ts';
import { BytesInput } from '../../../platform/ui/bytes-input.tsx';
import { FormDialog } from '../../../platform/ui/form-dialog.tsx';
import { type Account, AccountDialog, FullNameField, LoginNameField, MadePassword, MustChangeField } from '../users/account-form.tsx';

interface ChangedOrganisation {
  name: string;
  description?: string;
  expires?: Dayjs | null;
  quota?: number | null;
}

/** The last day is included, in the time zone of the caller. */
const expiryOf = (day: Dayjs | null | undefined): string => day?.endOf('day').toISOString() ?? '';

/** Opens the dialog that changes an organisation. */
export function openEditOrganisation(organisation: Organisation): void {
  openDialog((close) => <EditOrganisation organisation={organisation} close={close} />);
}

function EditOrganisation({ organisation, close }: { organisation: Organisation; close: () => void }): ReactNode {
  const t = useText('identity.users');
  const site = useText('identity.organisations');
  const { id, name, description, first } = organisation;
  const before = organisation.expires === undefined ? null : dayjs(organisation.expires);
  const update = useCallMutation(people.updateOrganisation, { refresh: [people.organisations] });
  const save = (changed: ChangedOrganisation): Promise<unknown> => {
    // An unchanged day in the past is not sent.
    const isMoved = !first && expiryOf(changed.expires) !== expiryOf(before);
    const expires = isMoved ? { expires: expiryOf(changed.expires) } : {};
    const most = changed.quota ?? '';
    const quota = most === (organisation.quota?.most ?? '') ? {} : { quota: most };
    return update.mutateAsync({ ...quota, id, name: changed.name.trim(), description: changed.description?.trim() ?? '', ...expires });
  };
  return (
    <FormDialog<ChangedOrganisation>
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
    </FormDialog>
  );
}

/** The name, required. */
function OrganisationNameField(): ReactNode {
  const t = useText('identity.users');
  return (
    <Form.Item name="name" label={t('organisationName')} rules={[{ required: true, whitespace: true, message: t('nameNeeded') }]}>
      <Input autoFocus maxLength={100} autoComplete="off" />
    </Form.Item>
  );
}

/** The storage quota; the hint explains an empty field. */
function QuotaField({ hint, unset }: { hint: string; unset?: string }): ReactNode {
  const t = useText('identity.organisations');
  return (
    <Form.Item name="quota" label={t('spaceQuota')} extra={hint}>
      <BytesInput {...(unset !== undefined && { placeholder: unset })} />
    </Form.Item>
  );
}

function DescriptionField(): ReactNode {
  const t = useText('identity.users');
  return (
    <Form.Item name="description" label={t('description')}>
      <Input.TextArea maxLength={1000} autoSize={{ minRows: 2, maxRows: 6 }} />
    </Form.Item>
  );
}

function ExpiryField(): ReactNode {
  const t = useText('identity.users');
  return (
    <Form.Item name="expires" label={t('lastDay')} extra={t('lastDayHint')}>
      <DatePicker disabledDate={(day) => day.isBefore(dayjs(), 'day')} style={{ width: '100%' }} placeholder={t('neverEnds')} />
    </Form.Item>
  );
}

interface NewOrganisation {
  name: string;
  description?: string;
  expires?: Dayjs | null;
  quota?: number | null;
  fullName: string;
  loginName: string;
  mustChange: boolean;
}

/** Creates an organisation with its first administrator. */
export function openCreateOrganisation(): void {
  openDialog((close) => <CreateOrganisation close={close} />);
}

function CreateOrganisation({ close }: { close: () => void }): ReactNode {
  const t = useText('identity.users');
  const site = useText('identity.organisations');
  const create = useCallMutation(people.createOrganisation, { refresh: [people.organisations] });
  const save = (values: NewOrganisation, account: Account): Promise<unknown> =>
    create.mutateAsync({
      ...account,
      name: values.name.trim(),
      description: values.description?.trim() ?? '',
      fullName: values.fullName.trim(),
      expires: expiryOf(values.expires),
      ...(typeof values.quota === 'number' && { quota: values.quota }),
      mustChange: values.mustChange,
    });
  return (
    <AccountDialog<NewOrganisation> title={t('newOrganisation')} made={t('organisationCreated')} create={save} close={close}>
      <OrganisationNameField />
      <DescriptionField />
      <ExpiryField />
      <QuotaField hint={site('newSpaceQuotaHint')} unset="" />
      <Divider titlePlacement="start" plain>
        {t('firstAdministrator')}
      </Divider>
      <FullNameField />
      <LoginNameField />
      <MadePassword />
      <MustChangeField />
    </AccountDialog>
  );
}
