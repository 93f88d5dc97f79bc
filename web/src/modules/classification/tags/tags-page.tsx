import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import { type OfficeTag, tags } from '@dossier/contract/classification/tags';
import { Button, Form, Select, type TableColumnsType } from 'antd';
import type { ReactNode } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { FormDialog } from '../../../platform/ui/form-dialog.tsx';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { useMedia } from '../../../platform/ui/hooks.ts';
import people from '../../../platform/ui/list-page.module.css';
import { NamedListPage } from '../../../platform/ui/list-page.tsx';
import { type RowMenu, usePagedSearch } from '../../../platform/ui/paged-table.tsx';
import { TagSign } from '../../documents/tag-marks.tsx';
import { useInDepartmentScope } from '../../identity/department-scope.ts';
import { useFoundDepartments } from '../../identity/department-select.tsx';
import { TagFields, type TagValues } from './tag-fields.tsx';

/** Creates or edits a shared tag. */
export function openSharedTagForm(tag?: OfficeTag): void {
  openDialog((close) => <SharedTagForm tag={tag} close={close} />);
}

type Values = TagValues & { departmentId?: string };

function SharedTagForm({ tag, close }: { tag: OfficeTag | undefined; close: () => void }): ReactNode {
  const t = useText('classification.labels');
  const terms = { refresh: [tags.office, tags.list] };
  const create = useCallMutation(tags.createShared, terms);
  const update = useCallMutation(tags.updateShared, terms);
  const save = ({ departmentId, ...said }: Values): Promise<unknown> => {
    const callInput = { ...said, name: said.name.trim() };
    if (tag !== undefined) return update.mutateAsync({ id: tag.id, ...callInput });
    return create.mutateAsync({ ...callInput, ...(departmentId !== undefined && { departmentId }) });
  };
  return (
    <FormDialog<Values>
      title={tag ? t('editTag', { name: tag.name }) : t('newTag')}
      ok={t(tag ? 'save' : 'create')}
      initial={tag ? { name: tag.name, colour: tag.colour, listed: tag.listed } : { colour: 'grey', listed: true }}
      save={save}
      close={close}
    >
      <TagFields />
      {tag === undefined && <TagOwnerField />}
    </FormDialog>
  );
}

/** The owner of a tag; with department scope only, a department is required. */
function TagOwnerField(): ReactNode {
  const t = useText('classification.labels');
  const inBranch = useInDepartmentScope('tags.edit');
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

/** The tags of the organisation and its departments. */
export function TagsPage(): ReactNode {
  const t = useText('classification.labels');
  const pagedSearch = usePagedSearch();
  const found = useCall(tags.office, pagedSearch.input, { keep: true });
  return (
    <NamedListPage
      label={t('findTags')}
      search={pagedSearch}
      found={found}
      columns={useTagColumns()}
      empty={{ title: t('noSharedTags'), hint: t('noSharedTagsHint') }}
      menuOf={useTagActions()}
    >
      <Button type="primary" icon={<PlusOutlined />} onClick={() => openSharedTagForm()}>
        {t('newTag')}
      </Button>
    </NamedListPage>
  );
}

function useTagActions(): RowMenu<OfficeTag> {
  const t = useText('classification.labels');
  const remove = useCallMutation(tags.deleteShared, { refresh: [tags.office, tags.list] });
  const confirmDelete = async ({ id, name, uses }: OfficeTag): Promise<void> => {
    const text = uses === 0 ? t('deleteUnused') : t('deleteUsed', { count: uses });
    if (await confirm({ title: t('deleteAsk', { name }), text, ok: t('delete'), danger: true })) await remove.mutateAsync({ id });
  };
  return (tag) => [
    { key: 'edit', icon: <EditOutlined />, label: t('edit'), onClick: () => openSharedTagForm(tag) },
    {
      key: 'delete',
      icon: <DeleteOutlined />,
      label: t('delete'),
      danger: true,
      onClick: () => void confirmDelete(tag).catch(() => undefined),
    },
  ];
}

function useTagColumns(): TableColumnsType<OfficeTag> {
  const t = useText('classification.labels');
  const phone = useMedia('phone');
  const whose = (tag: OfficeTag): string => tag.departmentName ?? t('forAll');
  return [
    {
      key: 'name',
      title: t('name'),
      render: (_, tag) => (
        <span className={people.person}>
          <TagSign tag={tag} bare />
          {phone && (
            <span className={people.more}>
              {whose(tag)} · {t('nUses', { count: tag.uses })}
            </span>
          )}
        </span>
      ),
    },
    { key: 'whose', title: t('forWhom'), render: (_, tag) => whose(tag) },
    { key: 'listed', title: t('inLists'), width: 120, render: (_, tag) => t(tag.listed ? 'yes' : 'no') },
    { key: 'uses', title: t('uses'), align: 'end', width: 100, render: (_, tag) => tag.uses },
    { key: 'changed', title: t('changed'), width: 160, render: (_, tag) => <RelativeTime iso={tag.updateTime} /> },
  ];
}
