import { type DocumentTemplate, documentTemplates } from '@dossier/contract/classification/document-templates';
import { objType } from '@dossier/contract/core/rights';
import { Form, Input, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { FileIcon } from '../../../platform/ui/file-icon.tsx';
import { FormDialog } from '../../../platform/ui/form-dialog.tsx';
import { Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { refreshLists } from '../../documents/areas.ts';
import { highlight } from '../../documents/highlight.ts';

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
  return (
    <FormDialog<{ id: string; name: string }> title={t('fromTemplate')} ok={t('create')} save={save} close={close}>
      {found.error && !found.data && <ErrorBox small error={found.error} retry={() => void found.refetch()} />}
      <Fields list={found.data ?? []} waiting={found.isPending} />
    </FormDialog>
  );
}

function Fields({ list, waiting }: { list: readonly Choice[]; waiting: boolean }): ReactNode {
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
          loading={waiting}
          placeholder={t('template')}
          onChange={choose}
          options={list.map((one) => ({ value: one.id, label: one.name, one }))}
          optionRender={drawChoice}
          notFoundContent={waiting ? '' : t('noTemplateOffered')}
        />
      </Form.Item>
      <Form.Item name="name" label={t('name')} rules={[{ required: true, whitespace: true, message: t('nameNeeded') }]}>
        <Input maxLength={255} autoComplete="off" {...(ext !== '' && { suffix: `.${ext}` })} />
      </Form.Item>
    </>
  );
}
