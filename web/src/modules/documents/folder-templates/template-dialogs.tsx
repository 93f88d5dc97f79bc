import { type FolderTemplate, templates } from '@dossier/contract/documents/folder-templates';
import { Checkbox, Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { type TextOf, useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useCallMutation } from '../../../platform/query.ts';
import { FormDialog } from '../../../platform/ui/form-dialog.tsx';

interface TemplateTexts {
  name: string;
  description?: string;
}

const textsOf = ({ name, description }: TemplateTexts) => ({ name: name.trim(), description: description?.trim() ?? '' });
const illegal = /[/\\:*?"<>|]/;

/** Why the server would refuse a name. */
export const nameFault = (t: TextOf<'documents.folder-templates'>, name: string): string | undefined => {
  if (name.trim() === '') return t('nameNeeded');
  return illegal.test(name) ? t('nameIllegal') : undefined;
};

function Fields(): ReactNode {
  const t = useText('documents.folder-templates');
  const check = (_: unknown, value = ''): Promise<void> => {
    const fault = nameFault(t, value);
    return fault === undefined ? Promise.resolve() : Promise.reject(new Error(fault));
  };
  return (
    <>
      <Form.Item name="name" label={t('name')} rules={[{ validator: check }]}>
        <Input autoFocus maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="description" label={t('description')}>
        <Input.TextArea maxLength={1000} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
    </>
  );
}

/** Asks for the name of a new template and creates it empty. */
export function openCreateTemplate(made: (id: string) => void): void {
  openDialog((close) => <CreateTemplate made={made} close={close} />);
}

function CreateTemplate({ made, close }: { made: (id: string) => void; close: () => void }): ReactNode {
  const t = useText('documents.folder-templates');
  const create = useCallMutation(templates.create, { refresh: [templates.list] });
  const save = async (said: TemplateTexts): Promise<void> => made((await create.mutateAsync(textsOf(said))).id);
  return (
    <FormDialog<TemplateTexts> title={t('newTemplate')} ok={t('create')} save={save} close={close}>
      <Fields />
    </FormDialog>
  );
}

type Named = Pick<FolderTemplate, 'id' | 'name' | 'description'>;

/** Changes the name and description of a template. */
export function openEditTemplate(template: Named): void {
  openDialog((close) => <EditTemplate template={template} close={close} />);
}

function EditTemplate({ template, close }: { template: Named; close: () => void }): ReactNode {
  const t = useText('documents.folder-templates');
  const update = useCallMutation(templates.update, { refresh: [templates.list, templates.tree, templates.choices] });
  const { id, name, description } = template;
  return (
    <FormDialog<TemplateTexts>
      title={t('editTitle', { name })}
      ok={t('save')}
      initial={{ name, description }}
      save={(said) => update.mutateAsync({ id, ...textsOf(said) })}
      close={close}
    >
      <Fields />
    </FormDialog>
  );
}

/** Creates a template from a folder, with or without its rights. */
export function openTemplateFromFolder(folder: { id: string; name: string }, made: (id: string) => void): void {
  openDialog((close) => <TemplateFromFolder folder={folder} made={made} close={close} />);
}

interface TemplateFromFolderProps {
  folder: { id: string; name: string };
  made: (id: string) => void;
  close: () => void;
}

function TemplateFromFolder({ folder, made, close }: TemplateFromFolderProps): ReactNode {
  const t = useText('documents.folder-templates');
  const take = useCallMutation(templates.createFrom, { refresh: [templates.list] });
  const save = async ({ withRights, ...said }: TemplateTexts & { withRights: boolean }): Promise<void> => {
    const { id, folders, rights, withoutRights } = await take.mutateAsync({ objId: folder.id, withRights, ...textsOf(said) });
    const open = { label: t('toTemplate'), run: () => made(id) };
    notice.success(t('taken', { name: said.name.trim(), folders, rights }), open);
    if (withoutRights > 0) notice.warning(t('takenWithout', { count: withoutRights }));
  };
  return (
    <FormDialog<TemplateTexts & { withRights: boolean }>
      title={t('takeTitle', { name: folder.name })}
      ok={t('create')}
      initial={{ name: folder.name.slice(0, 100), withRights: true }}
      save={save}
      close={close}
    >
      <Fields />
      <Form.Item name="withRights" valuePropName="checked" help={t('takeHint')}>
        <Checkbox>{t('takeRights')}</Checkbox>
      </Form.Item>
    </FormDialog>
  );
}
