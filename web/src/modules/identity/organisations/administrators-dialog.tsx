import { PlusOutlined } from '@ant-design/icons';
import type { Organisation } from '@dossier/contract/identity/organisations';
import { people } from '@dossier/contract/identity/users';
import { Button, Modal, Select, Tag } from 'antd';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { type Account, AccountDialog, FullNameField, LoginNameField, MadePassword, MustChangeField } from '../users/account-form.tsx';

interface DialogProps {
  organisation: Organisation;
  close: () => void;
}

/** Opens the administrators of an organisation, with adding. */
export function openAdministrators(organisation: Organisation): void {
  openDialog((close) => <Administrators organisation={organisation} close={close} />);
}

function Administrators({ organisation: { id, name }, close }: DialogProps): ReactNode {
  const t = useText('identity.users');
  const site = useText('identity.organisations');
  const [open, setOpen] = useState(true);
  const found = useCall(people.administrators, { id });
  return (
    <Modal
      open={open}
      title={site('administratorsOf', { name })}
      width={460}
      footer={<Button onClick={() => setOpen(false)}>{site('done')}</Button>}
      onCancel={() => setOpen(false)}
      afterClose={close}
    >
      <Stack gap={3}>
        {found.error && !found.data && <ErrorBox error={found.error} retry={() => void found.refetch()} />}
        {found.data?.length === 0 && <Empty small title={site('noAdministrators')} />}
        <Stack as="ul" gap={2} aria-label={site('administratorsOf', { name })}>
          {found.data?.map((person) => (
            <Row as="li" key={person.id} gap={2} wrap>
              {person.fullName}
              <Text size="s" tone="muted">
                {person.loginName}
              </Text>
              {!person.enabled && <Tag>{t('disabled')}</Tag>}
            </Row>
          ))}
        </Stack>
        <Add id={id} known={found.data?.map((person) => person.id) ?? []} />
        <Row>
          <Button
            icon={<PlusOutlined />}
            onClick={() => openDialog((closeInner) => <NewAdministrator id={id} name={name} close={closeInner} />)}
          >
            {site('newAdministrator')}
          </Button>
        </Row>
      </Stack>
    </Modal>
  );
}

/** Makes a user of the organisation its administrator. */
function Add({ id, known }: { id: string; known: readonly string[] }): ReactNode {
  const t = useText('identity.users');
  const site = useText('identity.organisations');
  const [text, setText] = useState('');
  const keyword = useDeferredValue(text.trim());
  const found = useCall(people.organisationPeople, { id, keyword }, { keep: true });
  const add = useCallMutation(people.addAdministrator, { refresh: [people.administrators] });
  const choose = async (userId: string): Promise<void> => {
    await add.mutateAsync({ id, userId });
    setText('');
    notice.success(site('administratorAdded', { name: found.data?.find((one) => one.id === userId)?.fullName ?? '' }));
  };
  const options = (found.data ?? [])
    .filter((one) => !known.includes(one.id))
    .map((one) => ({ value: one.id, label: `${one.fullName} (${one.loginName})` }));
  return (
    <Select<string | null>
      aria-label={site('addAdministrator')}
      placeholder={site('addAdministrator')}
      value={null}
      showSearch={{ filterOption: false, onSearch: setText, searchValue: text }}
      loading={found.isFetching || add.isPending}
      notFoundContent={t('nobodyFound')}
      options={options}
      onChange={(userId) => userId !== null && void choose(userId).catch(() => undefined)}
    />
  );
}

interface NewAccount {
  fullName: string;
  loginName: string;
  mustChange: boolean;
}

function NewAdministrator({ id, name, close }: { id: string; name: string; close: () => void }): ReactNode {
  const site = useText('identity.organisations');
  const create = useCallMutation(people.newAdministrator, { refresh: [people.administrators, people.organisations] });
  const save = (values: NewAccount, account: Account): Promise<unknown> =>
    create.mutateAsync({ ...account, id, fullName: values.fullName.trim(), mustChange: values.mustChange });
  return (
    <AccountDialog<NewAccount>
      title={site('newAdministratorFor', { name })}
      made={site('administratorCreated')}
      create={save}
      close={close}
    >
      <FullNameField />
      <LoginNameField />
      <MadePassword />
      <MustChangeField />
    </AccountDialog>
  );
}
