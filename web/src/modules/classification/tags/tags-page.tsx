import { TagsOutlined } from '@ant-design/icons';
import { type OfficeTag, tags } from '@dossier/contract/classification/tags';
import { Form, Select, type TableColumnsType } from 'antd';
import type { ReactNode } from 'react';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';
import { CrudPage } from '../../../platform/ui/crud-page.tsx';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { AppLink } from '../../../platform/ui/links.tsx';
import { NameCell } from '../../../platform/ui/list-cells.tsx';
import { usePagedSearch } from '../../../platform/ui/paged-table.tsx';
import { TagSign } from '../../documents/tag-marks.tsx';
import { useInDepartmentScope } from '../../identity/department-scope.ts';
import { useFoundDepartments } from '../../identity/department-select.tsx';
import { TagFields, type TagValues } from './tag-dialog.tsx';

type Values = TagValues & { departmentId?: string };

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
  const search = usePagedSearch();
  const found = useCall(tags.office, search.input, { keep: true });
  const save = ({ departmentId, ...rest }: Values, tag?: OfficeTag): Promise<unknown> => {
    const input = { ...rest, name: rest.name.trim() };
    if (tag !== undefined) return call(tags.updateShared, { id: tag.id, ...input });
    return call(tags.createShared, { ...input, ...(departmentId !== undefined && { departmentId }) });
  };
  return (
    <CrudPage<OfficeTag, Values>
      label={t('findTags')}
      search={search}
      found={found}
      columns={useTagColumns()}
      empty={{ icon: <TagsOutlined />, title: t('noSharedTags'), hint: t('noSharedTagsHint') }}
      refresh={[tags.office, tags.list]}
      create={t('newTag')}
      form={{
        title: (tag) => (tag ? t('editTag', { name: tag.name }) : t('newTag')),
        initial: (tag) => (tag ? { name: tag.name, colour: tag.colour, listed: tag.listed } : { colour: 'grey', listed: true }),
        renderFields: (tag) => (
          <>
            <TagFields />
            {tag === undefined && <TagOwnerField />}
          </>
        ),
        save,
      }}
      remove={{
        ask: ({ name, uses }) => ({
          title: t('deleteAsk', { name }),
          text: uses === 0 ? t('deleteUnused') : t('deleteUsed', { count: uses }),
        }),
        run: ({ id }) => call(tags.deleteShared, { id }),
      }}
    />
  );
}

function useTagColumns(): TableColumnsType<OfficeTag> {
  const t = useText('classification.labels');
  const whose = (tag: OfficeTag): string => tag.departmentName ?? t('forAll');
  return [
    {
      key: 'name',
      title: t('name'),
      render: (_, tag) => (
        <NameCell phoneMore={`${whose(tag)} · ${t('nUses', { count: tag.uses })}`}>
          <AppLink to="/knowledge/search" query={{ tagIds: tag.id }}>
            <TagSign tag={tag} bare />
          </AppLink>
        </NameCell>
      ),
    },
    { key: 'whose', title: t('forWhom'), render: (_, tag) => whose(tag) },
    { key: 'listed', title: t('inLists'), width: 120, render: (_, tag) => t(tag.listed ? 'yes' : 'no') },
    { key: 'uses', title: t('uses'), align: 'end', width: 100, render: (_, tag) => tag.uses },
    { key: 'changed', title: t('changed'), width: 160, render: (_, tag) => <RelativeTime iso={tag.updateTime} /> },
  ];
}
