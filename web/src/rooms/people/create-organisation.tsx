import { people } from '@dossier/contract/people';
import { Divider, Form, Input, Modal } from 'antd';
import type { Dayjs } from 'dayjs';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { useText } from '../../ground/text.ts';
import { useSend } from '../../ground/use-call.ts';
import { DescriptionField, ExpiryField, expiryOf, OrganisationNameField } from './edit-organisation.tsx';
import styles from './people.module.css';
import { CopiedButton, SecretCard, untilCopied } from './secret-card.tsx';
import { strongPassword } from './strong-password.ts';

interface NewOrganisation {
  name: string;
  description?: string;
  expires?: Dayjs | null;
  fullName: string;
  loginName: string;
}

/** Opens the dialog that opens an organisation with its first administrator. */
export function openCreateOrganisation(): void {
  openDialog((close) => <CreateOrganisation close={close} />);
}

function CreateOrganisation({ close }: { close: () => void }): ReactNode {
  const t = useText('people');
  const [open, setOpen] = useState(true);
  const [made, setMade] = useState<{ loginName: string; password: string }>();
  const [form] = Form.useForm<NewOrganisation>();
  const create = useSend(people.createOrganisation, { refresh: [people.organisations] });
  const save = async (values: NewOrganisation): Promise<void> => {
    const account = { loginName: values.loginName.trim(), password: strongPassword() };
    await create.mutateAsync({
      ...account,
      name: values.name.trim(),
      description: values.description?.trim() ?? '',
      fullName: values.fullName.trim(),
      expires: expiryOf(values.expires),
    });
    setMade(account);
  };
  const shut = (): void => setOpen(false);
  return (
    <Modal
      open={open}
      title={made ? t('organisationCreated') : t('newOrganisation')}
      width={460}
      okText={t('create')}
      confirmLoading={create.isPending}
      onOk={() => form.submit()}
      onCancel={shut}
      afterClose={close}
      {...(made && { ...untilCopied, footer: <CopiedButton done={shut} /> })}
    >
      {made ? (
        <SecretCard {...made} />
      ) : (
        <Form form={form} layout="vertical" requiredMark={false} onFinish={(values) => void save(values).catch(() => undefined)}>
          <OrganisationNameField />
          <DescriptionField />
          <ExpiryField />
          <FirstAdministrator />
          {/* Without a button of its own a form with several fields does not take Enter. */}
          <button type="submit" hidden />
        </Form>
      )}
    </Modal>
  );
}

function FirstAdministrator(): ReactNode {
  const t = useText('people');
  return (
    <>
      <Divider titlePlacement="start" plain>
        {t('firstAdministrator')}
      </Divider>
      <Form.Item name="fullName" label={t('fullName')} rules={[{ required: true, whitespace: true, message: t('fullNameNeeded') }]}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="loginName" label={t('loginName')} rules={[{ required: true, whitespace: true, message: t('loginNameNeeded') }]}>
        <Input maxLength={64} autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Form.Item>
      <Form.Item label={t('password')}>
        <span className={styles.made}>{t('passwordGenerated')}</span>
      </Form.Item>
    </>
  );
}
