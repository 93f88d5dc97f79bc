import { type DocumentTemplate, documentTemplates } from '@dossier/contract/classification/document-templates';
import type { Item } from '@dossier/contract/documents/library';
import { Form, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useCallMutation } from '../../../platform/query.ts';
import { FormDialog } from '../../../platform/ui/form-dialog.tsx';
import { useFoundDepartments } from '../../identity/department-select.tsx';

interface Values {
  name: string;
  description?: string;
  departmentId?: string | null;
}

const refresh = [documentTemplates.list, documentTemplates.choices];

/** Edits a document template. */
export function openTemplateForm(template: DocumentTemplate): void {
  openDialog((close) => <EditTemplate template={template} close={close} />);
}

function EditTemplate({ template, close }: { template: DocumentTemplate; close: () => void }): ReactNode {
  const t = useText('classification.cards');
  const update = useCallMutation(documentTemplates.update, { refresh });
  const { id, name, description, departmentId, departmentName } = template;
  return (
    <FormDialog<Values>
      title={t('editTitle', { name })}
      ok={t('save')}
      initial={{ name, description, departmentId: departmentId ?? null }}
      save={(values) =>
        update.mutateAsync({
          id,
          name: values.name.trim(),
          description: values.description?.trim() ?? '',
          departmentId: values.departmentId ?? '',
        })
      }
      close={close}
    >
      <TemplateFields {...(departmentId !== undefined && { known: { value: departmentId, label: departmentName ?? '' } })} />
    </FormDialog>
  );
}

/** Creates a template from a document. */
export function openTemplateFromDocument(item: Item): void {
  openDialog((close) => <TemplateFromDocument item={item} close={close} />);
}

function TemplateFromDocument({ item, close }: { item: Item; close: () => void }): ReactNode {
  const t = useText('classification.cards');
  const create = useCallMutation(documentTemplates.create, { refresh });
  const stem = item.ext ? item.name.slice(0, -item.ext.length - 1) : item.name;
  const save = async ({ name, description, departmentId }: Values): Promise<void> => {
    const input = { name: name.trim(), description: description?.trim() ?? '', ...(departmentId && { departmentId }) };
    await create.mutateAsync({ objId: item.id, ...input });
    notice.success(t('templateTaken', { name: input.name }));
  };
  return (
    <FormDialog<Values>
      title={t('takeTitle', { name: item.name })}
      ok={t('create')}
      initial={{ name: stem.slice(0, 100) }}
      save={save}
      close={close}
    >
      <TemplateFields />
    </FormDialog>
  );
}

function TemplateFields({ known }: { known?: { value: string; label: string } }): ReactNode {
  const t = useText('classification.cards');
  const { options, field } = useFoundDepartments('templates.edit');
  const others = known && options.every((option) => option.value !== known.value) ? [known] : [];
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
