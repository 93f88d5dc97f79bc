import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import { type OfficeTag, tags } from '@dossier/contract/tags';
import { Button, type TableColumnsType } from 'antd';
import type { ReactNode } from 'react';
import { useMedia } from '../../ground/hooks/use-media.ts';
import { useText } from '../../ground/text.ts';
import { confirm } from '../../ground/ui/confirm.tsx';
import { Time } from '../../ground/ui/time.tsx';
import { useCall, useSend } from '../../ground/use-call.ts';
import { TagSign } from '../library/list/tag-marks.tsx';
import { NamedList } from '../people/named-list.tsx';
import type { MenuOf } from '../people/paged-table.tsx';
import people from '../people/people.module.css';
import { useAsked } from '../people/use-asked.ts';
import { openSharedTag } from './shared-tag-form.tsx';

/** The tags that everybody or a department has. */
export function TagsPage(): ReactNode {
  const t = useText('labels');
  const asked = useAsked();
  const found = useCall(tags.office, asked.input, { keep: true });
  return (
    <NamedList
      label={t('findTags')}
      asked={asked}
      found={found}
      columns={useColumns()}
      empty={{ title: t('noSharedTags'), hint: t('noSharedTagsHint') }}
      menuOf={useDeeds()}
    >
      <Button type="primary" icon={<PlusOutlined />} onClick={() => openSharedTag()}>
        {t('newTag')}
      </Button>
    </NamedList>
  );
}

function useDeeds(): MenuOf<OfficeTag> {
  const t = useText('labels');
  const remove = useSend(tags.deleteShared, { refresh: [tags.office, tags.list] });
  const ask = async ({ id, name, uses }: OfficeTag): Promise<void> => {
    const text = uses === 0 ? t('deleteUnused') : t('deleteUsed', { n: uses });
    if (await confirm({ title: t('deleteAsk', { name }), text, ok: t('delete'), danger: true })) await remove.mutateAsync({ id });
  };
  return (tag) => [
    { key: 'edit', icon: <EditOutlined />, label: t('edit'), onClick: () => openSharedTag(tag) },
    { key: 'delete', icon: <DeleteOutlined />, label: t('delete'), danger: true, onClick: () => void ask(tag).catch(() => undefined) },
  ];
}

function useColumns(): TableColumnsType<OfficeTag> {
  const t = useText('labels');
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
              {whose(tag)} · {t('nUses', { n: tag.uses })}
            </span>
          )}
        </span>
      ),
    },
    { key: 'whose', title: t('forWhom'), render: (_, tag) => whose(tag) },
    { key: 'listed', title: t('inLists'), width: 120, render: (_, tag) => t(tag.listed ? 'yes' : 'no') },
    { key: 'uses', title: t('uses'), align: 'end', width: 100, render: (_, tag) => tag.uses },
    { key: 'changed', title: t('changed'), width: 160, render: (_, tag) => <Time iso={tag.updateTime} /> },
  ];
}
