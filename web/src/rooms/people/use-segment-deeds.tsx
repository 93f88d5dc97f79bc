import { DeleteOutlined, EditOutlined, PoweroffOutlined } from '@ant-design/icons';
import { type AddressSegment, addresses } from '@dossier/contract/addresses';
import type { MenuProps } from 'antd';
import { notice } from '../../ground/notice.ts';
import { useText } from '../../ground/text.ts';
import { confirm } from '../../ground/ui/confirm.tsx';
import { useSend } from '../../ground/use-call.ts';
import { useMay } from '../../ground/office.ts';
import { openSegment } from './address-dialog.tsx';

/** What an administrator does with a range of addresses: change it, switch it, delete it. */
export function useSegmentDeeds(): (segment: AddressSegment) => NonNullable<MenuProps['items']> {
  const t = useText('people');
  const may = useMay();
  const refresh = { refresh: [addresses.segments, addresses.tryAddress] };
  const update = useSend(addresses.updateSegment, refresh);
  const remove = useSend(addresses.deleteSegment, refresh);
  const turn = async ({ group, role, ...segment }: AddressSegment): Promise<void> => {
    const target = { ...(group && { groupId: group.id }), ...(role && { roleId: role.id }) };
    await update.mutateAsync({ ...segment, ...target, enabled: !segment.enabled });
    notice.success(t(segment.enabled ? 'segmentOff' : 'segmentOn', { name: segment.name }));
  };
  const ask = async ({ id, name }: AddressSegment): Promise<void> => {
    const question = { title: t('deleteSegmentAsk', { name }), text: t('deleteSegmentText'), ok: t('deleteSegment'), danger: true };
    if (await confirm(question)) await remove.mutateAsync({ id });
  };
  if (!may('addresses.edit')) return () => [];
  return (segment) => [
    { key: 'edit', icon: <EditOutlined />, label: t('editSegment'), onClick: () => openSegment(segment) },
    {
      key: 'turn',
      icon: <PoweroffOutlined />,
      label: t(segment.enabled ? 'switchOff' : 'switchOn'),
      onClick: () => void turn(segment).catch(() => undefined),
    },
    {
      key: 'delete',
      icon: <DeleteOutlined />,
      label: t('deleteSegment'),
      danger: true,
      onClick: () => void ask(segment).catch(() => undefined),
    },
  ];
}
