import { type DocumentTemplate, documentTemplates } from '@dossier/contract/classification/document-templates';
import { objType } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { Form, Input, Modal, Select } from 'antd';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { CallError, call } from '../../platform/call.ts';
import { openDialog } from '../../platform/dialogs.ts';
import { useText } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { Empty } from '../../platform/ui/empty.tsx';
import { ErrorBox } from '../../platform/ui/error-box.tsx';
import { FileIcon } from '../../platform/ui/file-icon.tsx';
import { FormDialog } from '../../platform/ui/form-dialog.tsx';
import { Row, Stack, Text } from '../../platform/ui/layout.tsx';
import { refreshLists } from '../documents/areas.ts';
import { highlight } from '../documents/highlight.ts';
import { knownPerson } from '../identity/current-user.ts';

/** Creates a document from a template in a folder or cabinet; `made` is called with it. */
export function openNewFromTemplate(parentId: string, made: (document: MadeDocument) => Promise<void>): void {
  openDialog((close) => <NewFromTemplate parentId={parentId} made={made} close={close} />);
}

interface MadeDocument {
  id: string;
  name: string;
}

/** How many names are tried. */
const mostNumbers = 50;

/** A name like that of the template that the folder does not have yet. */
async function freeName(parentId: string, { name, ext }: Choice): Promise<string> {
  const full = (one: string): string => (ext === '' || one.toLowerCase().endsWith(`.${ext}`) ? one : `${one}.${ext}`);
  const wanted = [name, ...Array.from({ length: mostNumbers }, (_, at) => `${name} (${at + 2})`)];
  const { taken } = await call(library.checkNames, { parentId, names: wanted.map(full) });
  const names = new Set(taken.map((one) => one.name.toLowerCase()));
  return wanted.find((one) => !names.has(full(one).toLowerCase())) ?? name;
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

interface NewFromTemplateProps {
  parentId: string;
  made: (document: MadeDocument) => Promise<void>;
  close: () => void;
}

function NewFromTemplate({ parentId, made, close }: NewFromTemplateProps): ReactNode {
  const t = useText('classification.cards');
  const found = useCall(documentTemplates.choices, {}, { staleTime: 10_000 });
  const [refused, setRefused] = useState<string>();
  const save = async ({ id, name }: { id: string; name: string }): Promise<boolean> => {
    setRefused(undefined);
    let document: MadeDocument;
    try {
      document = await call(documentTemplates.use, { id, parentId, name: name.trim() }, { quiet: true });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setRefused(error.message);
      return false;
    }
    await refreshLists();
    highlight(document.id);
    // the document is there, whether it can be opened or not
    await made(document).catch(() => undefined);
    return true;
  };
  if (found.isPending) return null;
  if (found.data?.length === 0) return <NoTemplates close={close} />;
  return (
    <FormDialog<{ id: string; name: string }> title={t('fromTemplate')} ok={t('create')} save={save} close={close}>
      {found.error && !found.data && <ErrorBox small error={found.error} retry={() => void found.refetch()} />}
      <ChoiceFields parentId={parentId} list={found.data ?? []} refused={refused} />
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

interface ChoiceFieldsProps {
  parentId: string;
  list: readonly Choice[];
  /** Why the server did not take the name. */
  refused: string | undefined;
}

function ChoiceFields({ parentId, list, refused }: ChoiceFieldsProps): ReactNode {
  const t = useText('classification.cards');
  const form = Form.useFormInstance<{ id: string; name: string }>();
  const [ext, setExt] = useState('');
  const proposed = useRef('');
  /** Puts a name into the field, unless the person has written one. */
  const propose = (name: string): void => {
    const written = (form.getFieldValue('name') as string | undefined) ?? '';
    if (written !== '' && written !== proposed.current) return;
    proposed.current = name;
    form.setFieldValue('name', name);
  };
  const choose = (id: string): void => {
    const one = list.find((template) => template.id === id);
    if (one === undefined) return;
    setExt(one.ext);
    propose(one.name);
    freeName(parentId, one).then(
      (free) => form.getFieldValue('id') === id && propose(free),
      () => undefined,
    );
  };
  const [only, ...more] = list;
  const preselected = more.length === 0 ? only?.id : undefined;
  const preselect = useEffectEvent((id: string) => {
    form.setFieldValue('id', id);
    choose(id);
  });
  useEffect(() => {
    if (preselected !== undefined) preselect(preselected);
  }, [preselected]);
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
      <Form.Item
        name="name"
        label={t('name')}
        {...(refused !== undefined && { help: refused, validateStatus: 'error' as const })}
        rules={[{ required: true, whitespace: true, message: t('nameNeeded') }]}
      >
        <Input maxLength={255} autoComplete="off" suffix={<span>{ext && `.${ext}`}</span>} />
      </Form.Item>
    </>
  );
}
