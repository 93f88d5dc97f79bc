import { type DocumentTemplate, documentTemplates } from '@dossier/contract/classification/document-templates';
import { objType } from '@dossier/contract/core/rights';
import type { Item } from '@dossier/contract/documents/library';
import { Form, Input, Modal, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { FileIcon } from '../../../platform/ui/file-icon.tsx';
import { FormDialog } from '../../../platform/ui/form-dialog.tsx';
import { Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { refreshLists } from '../../documents/areas.ts';
import { highlight } from '../../documents/highlight.ts';
import { knownPerson } from '../../identity/current-user.ts';
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

/** Creates a document from a template in a folder or cabinet. */
export function openNewFromTemplate(parentId: string): void {
  openDialog((close) => <NewFromTemplate parentId={parentId} close={close} />);
}

type Choice = Pick<DocumentTemplate, 'id' | 'name' | 'description' | 'ext'>;

const drawChoice = ({ data }: { data: { one: Choice } }): ReactNode => (
  <Row as="span" gap={2}>
    <FileIcon objType={objType.document} ext={data.one.ext} size={16} />
    <Stack as="span">
      <Text>{data.one.name}</Text>
      {data.one.description !== '' && (
        <Text size="xs" tone="muted">
          {data.one.description}
        </Text>
      )}
    </Stack>
  </Row>
);

function NewFromTemplate({ parentId, close }: { parentId: string; close: () => void }): ReactNode {
  const t = useText('classification.cards');
  const found = useCall(documentTemplates.choices, {}, { staleTime: 10_000 });
  const use = useCallMutation(documentTemplates.use);
  const save = async ({ id, name }: { id: string; name: string }): Promise<void> => {
    const made = await use.mutateAsync({ id, parentId, name: name.trim() });
    await refreshLists();
    highlight(made.id);
  };
  if (found.isPending) return null;
  if (found.data?.length === 0) return <NoTemplates close={close} />;
  return (
    <FormDialog<{ id: string; name: string }> title={t('fromTemplate')} ok={t('create')} save={save} close={close}>
      {found.error && !found.data && <ErrorBox small error={found.error} retry={() => void found.refetch()} />}
      <ChoiceFields list={found.data ?? []} />
    </FormDialog>
  );
}

/** Says how there come to be templates. */
function NoTemplates({ close }: { close: () => void }): ReactNode {
  const t = useText('classification.cards');
  const [isOpen, setOpen] = useState(true);
  const mayMake = knownPerson()?.deeds.includes('templates.edit') === true;
  return (
    <Modal open={isOpen} title={t('fromTemplate')} width={440} footer={null} onCancel={() => setOpen(false)} afterClose={close}>
      <Empty small title={t('noTemplateOffered')} hint={t(mayMake ? 'noTemplatesHint' : 'templatesMadeBy')} />
    </Modal>
  );
}

function ChoiceFields({ list }: { list: readonly Choice[] }): ReactNode {
  const t = useText('classification.cards');
  const form = Form.useFormInstance<{ id: string; name: string }>();
  const [ext, setExt] = useState('');
  const choose = (id: string): void => {
    const one = list.find((template) => template.id === id);
    if (one === undefined) return;
    setExt(one.ext);
    if (!form.isFieldTouched('name')) form.setFieldValue('name', one.name);
  };
  return (
    <>
      <Form.Item name="id" label={t('template')} rules={[{ required: true, message: t('templateNeeded') }]}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={t('template')}
          onChange={choose}
          options={list.map((one) => ({ value: one.id, label: one.name, one }))}
          optionRender={drawChoice}
          notFoundContent={t('noTemplateOffered')}
        />
      </Form.Item>
      <Form.Item name="name" label={t('name')} rules={[{ required: true, whitespace: true, message: t('nameNeeded') }]}>
        <Input maxLength={255} autoComplete="off" {...(ext !== '' && { suffix: `.${ext}` })} />
      </Form.Item>
    </>
  );
}
