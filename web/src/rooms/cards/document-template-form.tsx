import { type DocumentTemplate, documentTemplates } from '@dossier/contract/document-templates';
import type { Item } from '@dossier/contract/library';
import { Form, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { notice } from '../../ground/notice.ts';
import { useText } from '../../ground/text.ts';
import { useSend } from '../../ground/use-call.ts';
import { AskDialog } from '../people/ask-dialog.tsx';
import { useFoundDepartments } from '../people/department-options.tsx';

interface Values {
  name: string;
  description?: string;
  departmentId?: string | null;
}

const refresh = [documentTemplates.list, documentTemplates.choices];

/** Changes a document template. */
export function openDocumentTemplate(template: DocumentTemplate): void {
  openDialog((close) => <EditTemplate template={template} close={close} />);
}

function EditTemplate({ template, close }: { template: DocumentTemplate; close: () => void }): ReactNode {
  const t = useText('cards');
  const update = useSend(documentTemplates.update, { refresh });
  const { id, name, description, departmentId, departmentName } = template;
  return (
    <AskDialog<Values>
      title={t('editTitle', { name })}
      ok={t('save')}
      initial={{ name, description, departmentId: departmentId ?? null }}
      save={(said) =>
        update.mutateAsync({
          id,
          name: said.name.trim(),
          description: said.description?.trim() ?? '',
          departmentId: said.departmentId ?? '',
        })
      }
      close={close}
    >
      <Fields {...(departmentId !== undefined && { known: { value: departmentId, label: departmentName ?? '' } })} />
    </AskDialog>
  );
}

/** Makes a template of a document. */
export function openTakeDocument(item: Item): void {
  openDialog((close) => <TakeDocument item={item} close={close} />);
}

function TakeDocument({ item, close }: { item: Item; close: () => void }): ReactNode {
  const t = useText('cards');
  const create = useSend(documentTemplates.create, { refresh });
  const stem = item.ext ? item.name.slice(0, -item.ext.length - 1) : item.name;
  const save = async ({ name, description, departmentId }: Values): Promise<void> => {
    const given = { name: name.trim(), description: description?.trim() ?? '', ...(departmentId && { departmentId }) };
    await create.mutateAsync({ objId: item.id, ...given });
    notice.success(t('templateTaken', { name: given.name }));
  };
  return (
    <AskDialog<Values>
      title={t('takeTitle', { name: item.name })}
      ok={t('create')}
      initial={{ name: stem.slice(0, 100) }}
      save={save}
      close={close}
    >
      <Fields />
    </AskDialog>
  );
}

function Fields({ known }: { known?: { value: string; label: string } }): ReactNode {
  const t = useText('cards');
  const { options, field } = useFoundDepartments('templates.edit');
  const others = known && options.every((one) => one.value !== known.value) ? [known] : [];
  return (
    <>
      <Form.Item name="name" label={t('name')} rules={[{ required: true, whitespace: true, message: t('nameNeeded') }]}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="description" label={t('description')}>
        <Input.TextArea maxLength={1000} autoSize={{ minRows: 1, maxRows: 5 }} />
      </Form.Item>
      <Form.Item name="departmentId" label={t('forWhom')} extra={t('forWhomHint')}>
        <Select allowClear {...field} placeholder={t('everybody')} options={[...others, ...options]} notFoundContent={t('nothingFound')} />
      </Form.Item>
    </>
  );
}
