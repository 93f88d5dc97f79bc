import { type FolderTemplate, templates } from '@dossier/contract/templates';
import { Checkbox, Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { notice } from '../../ground/notice.ts';
import { type TextOf, useText } from '../../ground/text.ts';
import { useSend } from '../../ground/use-call.ts';
import { AskDialog } from '../people/ask-dialog.tsx';

interface Said {
  name: string;
  description?: string;
}

const saidOf = ({ name, description }: Said) => ({ name: name.trim(), description: description?.trim() ?? '' });
const illegal = /[/\\:*?"<>|]/;

/** What a name may not be, as the server sees it. */
export const nameFault = (t: TextOf<'templates'>, name: string): string | undefined => {
  if (name.trim() === '') return t('nameNeeded');
  return illegal.test(name) ? t('nameIllegal') : undefined;
};

function Fields(): ReactNode {
  const t = useText('templates');
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

/** Asks for the name of a new template and creates it, with nothing in it. */
export function openCreateTemplate(made: (id: string) => void): void {
  openDialog((close) => <CreateTemplate made={made} close={close} />);
}

function CreateTemplate({ made, close }: { made: (id: string) => void; close: () => void }): ReactNode {
  const t = useText('templates');
  const create = useSend(templates.create, { refresh: [templates.list] });
  const save = async (said: Said): Promise<void> => made((await create.mutateAsync(saidOf(said))).id);
  return (
    <AskDialog<Said> title={t('newTemplate')} ok={t('create')} save={save} close={close}>
      <Fields />
    </AskDialog>
  );
}

type Named = Pick<FolderTemplate, 'id' | 'name' | 'description'>;

/** Changes the name and description of a template. */
export function openEditTemplate(template: Named): void {
  openDialog((close) => <EditTemplate template={template} close={close} />);
}

function EditTemplate({ template, close }: { template: Named; close: () => void }): ReactNode {
  const t = useText('templates');
  const update = useSend(templates.update, { refresh: [templates.list, templates.tree, templates.choices] });
  const { id, name, description } = template;
  return (
    <AskDialog<Said>
      title={t('editTitle', { name })}
      ok={t('save')}
      initial={{ name, description }}
      save={(said) => update.mutateAsync({ id, ...saidOf(said) })}
      close={close}
    >
      <Fields />
    </AskDialog>
  );
}

/** Makes a template of a folder, with its rights or without. */
export function openTakeFolder(folder: { id: string; name: string }, made: (id: string) => void): void {
  openDialog((close) => <TakeFolder folder={folder} made={made} close={close} />);
}

interface TakeFolderProps {
  folder: { id: string; name: string };
  made: (id: string) => void;
  close: () => void;
}

function TakeFolder({ folder, made, close }: TakeFolderProps): ReactNode {
  const t = useText('templates');
  const take = useSend(templates.createFrom, { refresh: [templates.list] });
  const save = async ({ withRights, ...said }: Said & { withRights: boolean }): Promise<void> => {
    const { id, folders, rights, withoutRights } = await take.mutateAsync({ objId: folder.id, withRights, ...saidOf(said) });
    const open = { label: t('toTemplate'), run: () => made(id) };
    notice.success(t('taken', { name: said.name.trim(), folders, rights }), open);
    if (withoutRights > 0) notice.warning(t('takenWithout', { n: withoutRights }));
  };
  return (
    <AskDialog<Said & { withRights: boolean }>
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
    </AskDialog>
  );
}
