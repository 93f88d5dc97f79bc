import type { Organisation, RelatedOrganisation } from '@dossier/contract/identity/organisations';
import { people } from '@dossier/contract/identity/users';
import { DatePicker, Divider, Form, Input, Modal, Select, Tag } from 'antd';
import dayjs from 'dayjs';
import type { Dayjs } from 'dayjs';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { BytesInput } from '../../../platform/ui/bytes-input.tsx';
import { useCloseChanged } from '../../../platform/ui/close-changed.ts';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { FormDialog } from '../../../platform/ui/form-dialog.tsx';
import { Row, Stack } from '../../../platform/ui/layout.tsx';
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

/** Opens the related organisations. */
export function openRelations(organisation: Organisation): void {
  openDialog((close) => <Relations organisation={organisation} close={close} />);
}

function Relations({ organisation: { id, name }, close }: { organisation: Organisation; close: () => void }): ReactNode {
  const t = useText('identity.users');
  const site = useText('identity.organisations');
  const [open, setOpen] = useState(true);
  const [chosen, setChosen] = useState<string[]>();
  const found = useCall(people.relations, { id });
  const set = useCallMutation(people.setRelations, { refresh: [people.relations, people.relatedOrganisations] });
  const closing = useCloseChanged(
    () => chosen !== undefined,
    () => setOpen(false),
  );
  const related = found.data?.filter((entry) => entry.related) ?? [];
  const value = chosen ?? related.map((entry) => entry.id);
  const save = async (): Promise<void> => {
    await set.mutateAsync({ id, otherIds: value });
    notice.success(site('relationsSaved'));
    setOpen(false);
  };
  return (
    <Modal
      open={open}
      title={site('relationsOf', { name })}
      width={460}
      okText={t('save')}
      okButtonProps={{ disabled: !found.data }}
      confirmLoading={set.isPending}
      onOk={() => void save().catch(() => undefined)}
      {...closing}
      afterClose={close}
    >
      {found.error && !found.data && <ErrorBox error={found.error} retry={() => void found.refetch()} />}
      <Form layout="vertical">
        <Form.Item label={site('chooseOrganisations')} extra={site('relationsHint')}>
          <Choice but={id} known={related} value={value} onChange={setChosen} />
        </Form.Item>
      </Form>
      <Stack as="ul" gap={2}>
        {found.data
          ?.filter((entry) => entry.guests)
          .map((entry) => (
            <Row as="li" key={entry.id} gap={2}>
              {entry.name}
              <Tag>{site('sharesGuests')}</Tag>
            </Row>
          ))}
      </Stack>
    </Modal>
  );
}

interface ChoiceProps {
  /** The id of the organisation itself. */
  but: string;
  known: readonly RelatedOrganisation[];
  value: string[];
  onChange: (ids: string[]) => void;
}

function Choice({ but, known, value, onChange }: ChoiceProps): ReactNode {
  const t = useText('identity.users');
  const site = useText('identity.organisations');
  const [text, setText] = useState('');
  const keyword = useDeferredValue(text.trim());
  const found = useCall(people.organisations, { pageNo: 1, pageSize: 30, ...(keyword && { keyword }) }, { keep: true });
  const names = new Map([...known, ...(found.data?.list ?? [])].map((entry) => [entry.id, entry.name]));
  names.delete(but);
  return (
    <Select
      mode="multiple"
      aria-label={site('chooseOrganisations')}
      style={{ width: '100%' }}
      value={value}
      onChange={onChange}
      showSearch={{ optionFilterProp: 'label', onSearch: setText }}
      loading={found.isFetching}
      notFoundContent={t('nothingFound')}
      options={[...names].map(([id, label]) => ({ value: id, label }))}
    />
  );
}
