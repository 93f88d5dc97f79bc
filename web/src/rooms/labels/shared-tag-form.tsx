import { type OfficeTag, tags } from '@dossier/contract/tags';
import { Form, Select } from 'antd';
import type { ReactNode } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { useText } from '../../ground/text.ts';
import { useSend } from '../../ground/use-call.ts';
import { AskDialog } from '../people/ask-dialog.tsx';
import { useFoundDepartments } from '../people/department-options.tsx';
import { useInBranch } from '../people/use-me.ts';
import { TagFields, type TagValues } from './tag-fields.tsx';

/** Makes a tag for others, or changes one. */
export function openSharedTag(tag?: OfficeTag): void {
  openDialog((close) => <SharedTagForm tag={tag} close={close} />);
}

type Values = TagValues & { departmentId?: string };

function SharedTagForm({ tag, close }: { tag: OfficeTag | undefined; close: () => void }): ReactNode {
  const t = useText('labels');
  const terms = { refresh: [tags.office, tags.list] };
  const create = useSend(tags.createShared, terms);
  const update = useSend(tags.updateShared, terms);
  const save = ({ departmentId, ...said }: Values): Promise<unknown> => {
    const given = { ...said, name: said.name.trim() };
    if (tag !== undefined) return update.mutateAsync({ id: tag.id, ...given });
    return create.mutateAsync({ ...given, ...(departmentId !== undefined && { departmentId }) });
  };
  return (
    <AskDialog<Values>
      title={tag ? t('editTag', { name: tag.name }) : t('newTag')}
      ok={t(tag ? 'save' : 'create')}
      initial={tag ? { name: tag.name, colour: tag.colour, listed: tag.listed } : { colour: 'grey', listed: true }}
      save={save}
      close={close}
    >
      <TagFields />
      {tag === undefined && <ForWhom />}
    </AskDialog>
  );
}

/** Whose tag it will be; who keeps those of departments alone has to name one. */
function ForWhom(): ReactNode {
  const t = useText('labels');
  const inBranch = useInBranch('tags.edit');
  const { options, field } = useFoundDepartments('tags.edit');
  return (
    <Form.Item
      name="departmentId"
      label={t('forDepartment')}
      extra={inBranch ? undefined : t('forDepartmentHint')}
      rules={[{ required: inBranch, message: t('departmentNeeded') }]}
    >
      <Select
        {...(!inBranch && { allowClear: true, placeholder: t('forAll') })}
        {...field}
        options={options}
        notFoundContent={t('noDepartmentFound')}
      />
    </Form.Item>
  );
}
