import { people } from '@dossier/contract/people';
import { Form, Input, Modal, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { useText } from '../../ground/text.ts';
import { useCall, useSend } from '../../ground/use-call.ts';
import { MailField } from './edit-person.tsx';
import { DepartmentSelect } from './department-select.tsx';
import styles from './people.module.css';
import { useRoleName } from './role-name.ts';
import { CopiedButton, SecretCard, untilCopied } from './secret-card.tsx';
import { strongPassword } from './strong-password.ts';

interface NewPerson {
  fullName: string;
  loginName: string;
  mail?: string;
  departmentIds?: string[];
  roleIds?: string[];
}

interface Named {
  id: string;
  name: string;
}

/** Opens the dialog that creates a person, in a department when one is chosen. */
export function openCreatePerson(department?: Named): void {
  openDialog((close) => <CreatePerson {...(department && { department })} close={close} />);
}

function CreatePerson({ department, close }: { department?: Named; close: () => void }): ReactNode {
  const t = useText('people');
  const [open, setOpen] = useState(true);
  const [made, setMade] = useState<{ loginName: string; password: string }>();
  const [form] = Form.useForm<NewPerson>();
  const create = useSend(people.createUser, { refresh: [people.users, people.departments, people.roles, people.roleMembers] });
  const save = async (values: NewPerson): Promise<void> => {
    const password = strongPassword();
    const { departmentIds = [], roleIds = [], mail = '' } = values;
    await create.mutateAsync({
      loginName: values.loginName.trim(),
      fullName: values.fullName.trim(),
      password,
      ...(mail.trim() !== '' && { mail: mail.trim() }),
      ...(departmentIds.length > 0 && { departmentIds }),
      ...(roleIds.length > 0 && { roleIds }),
    });
    setMade({ loginName: values.loginName.trim(), password });
  };
  const shut = (): void => setOpen(false);
  return (
    <Modal
      open={open}
      title={made ? t('personCreated') : t('newPerson')}
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
        <Form
          form={form}
          layout="vertical"
          requiredMark={false}
          initialValues={{ departmentIds: department ? [department.id] : [] }}
          onFinish={(values) => void save(values).catch(() => undefined)}
        >
          <PersonFields department={department} />
          {/* Without a button of its own a form with several fields does not take Enter. */}
          <button type="submit" hidden />
        </Form>
      )}
    </Modal>
  );
}

function PersonFields({ department }: { department: Named | undefined }): ReactNode {
  const t = useText('people');
  const roleName = useRoleName();
  const roles = useCall(people.roles, { pageNo: 1, pageSize: 1000 });
  return (
    <>
      <Form.Item name="fullName" label={t('fullName')} rules={[{ required: true, whitespace: true, message: t('fullNameNeeded') }]}>
        <Input autoFocus maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="loginName" label={t('loginName')} rules={[{ required: true, whitespace: true, message: t('loginNameNeeded') }]}>
        <Input maxLength={64} autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Form.Item>
      <MailField />
      <Form.Item label={t('password')}>
        <span className={styles.made}>{t('passwordGenerated')}</span>
      </Form.Item>
      <Form.Item name="departmentIds" label={t('departments')}>
        <DepartmentSelect {...(department && { known: department })} />
      </Form.Item>
      <Form.Item name="roleIds" label={t('roles')}>
        <Select
          mode="multiple"
          showSearch={{ optionFilterProp: 'label' }}
          loading={roles.isPending}
          options={(roles.data?.list ?? []).map((role) => ({ value: role.id, label: roleName(role.name) }))}
        />
      </Form.Item>
    </>
  );
}
