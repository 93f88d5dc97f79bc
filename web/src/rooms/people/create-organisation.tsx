import { people } from '@dossier/contract/people';
import { Divider } from 'antd';
import type { Dayjs } from 'dayjs';
import type { ReactNode } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { useText } from '../../ground/text.ts';
import { useSend } from '../../ground/use-call.ts';
import { type Account, CreateAccount, LoginNameField, MadePassword, MustChangeField } from './create-account.tsx';
import { DescriptionField, ExpiryField, expiryOf, OrganisationNameField, QuotaField } from './edit-organisation.tsx';
import { FullNameField } from './person-fields.tsx';

interface NewOrganisation {
  name: string;
  description?: string;
  expires?: Dayjs | null;
  quota?: number | null;
  fullName: string;
  loginName: string;
  mustChange: boolean;
}

/** Opens the dialog that opens an organisation with its first administrator. */
export function openCreateOrganisation(): void {
  openDialog((close) => <CreateOrganisation close={close} />);
}

function CreateOrganisation({ close }: { close: () => void }): ReactNode {
  const t = useText('people');
  const site = useText('site');
  const create = useSend(people.createOrganisation, { refresh: [people.organisations] });
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
    <CreateAccount<NewOrganisation> title={t('newOrganisation')} made={t('organisationCreated')} create={save} close={close}>
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
    </CreateAccount>
  );
}
