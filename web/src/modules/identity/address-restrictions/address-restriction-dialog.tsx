import {
  type AddressScope,
  type AddressSegment,
  addressKinds,
  addressScopes,
  addresses,
  parseRange,
} from '@dossier/contract/identity/address-restrictions';
import { Alert, Form, Input, Radio, Select, Switch } from 'antd';
import type { ReactNode } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { useCallMutation } from '../../../platform/query.ts';
import { FormDialog } from '../../../platform/ui/form-dialog.tsx';
import { useRolesAndGroups } from '../groups-roles/use-roles-and-groups.ts';

interface Fields extends Pick<AddressSegment, 'name' | 'addresses' | 'scope' | 'kind' | 'enabled'> {
  /** `group 12`, `role 7`, or empty for everyone. */
  target: string;
}

/** Creates or edits an address segment. */
export function openRestriction(segment?: AddressSegment): void {
  openDialog((close) => <RestrictionDialog segment={segment} close={close} />);
}

const everybody = 'all';

const targetOf = ({ group, role }: AddressSegment): string => (group ? `group ${group.id}` : role ? `role ${role.id}` : everybody);

function RestrictionDialog({ segment, close }: { segment: AddressSegment | undefined; close: () => void }): ReactNode {
  const t = useText('identity.users');
  const refresh = { refresh: [addresses.segments, addresses.tryAddress] };
  const create = useCallMutation(addresses.createSegment, refresh);
  const update = useCallMutation(addresses.updateSegment, refresh);
  const save = ({ target, ...fields }: Fields): Promise<unknown> => {
    const [kind, id] = target.split(' ', 2);
    const input = { ...fields, ...(id && (kind === 'group' ? { groupId: id } : { roleId: id })) };
    return segment ? update.mutateAsync({ id: segment.id, ...input }) : create.mutateAsync(input);
  };
  const initial: Partial<Fields> = segment
    ? { ...segment, target: targetOf(segment) }
    : { scope: 'signIn', kind: 'allow', target: everybody, enabled: true };
  return (
    <FormDialog<Fields>
      title={segment ? t('editSegmentTitle', { name: segment.name }) : t('newSegment')}
      ok={t(segment ? 'save' : 'create')}
      initial={initial}
      save={save}
      close={close}
    >
      <Form.Item name="name" label={t('name')} rules={[{ required: true, whitespace: true, message: t('nameNeeded') }]}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <RangeField />
      <Form.Item name="kind" label={t('segmentKind')}>
        <Radio.Group options={addressKinds.map((kind) => ({ value: kind, label: t(`kind_${kind}`) }))} />
      </Form.Item>
      <Form.Item name="scope" label={t('segmentScope')}>
        <Select options={addressScopes.map((scope) => ({ value: scope, label: t(`scope_${scope}`) }))} />
      </Form.Item>
      <AllowsOnly />
      <TargetField segment={segment} />
      <Form.Item name="enabled" label={t('segmentEnabled')} valuePropName="checked">
        <Switch />
      </Form.Item>
    </FormDialog>
  );
}

/** Explains that an allowing segment blocks all other addresses. */
function AllowsOnly(): ReactNode {
  const t = useText('identity.users');
  return (
    <Form.Item<Fields> noStyle dependencies={['kind', 'scope', 'enabled']}>
      {({ getFieldValue }) =>
        getFieldValue('kind') === 'allow' &&
        getFieldValue('enabled') === true && (
          <Form.Item>
            <Alert type="warning" showIcon title={t('allowsOnly', { scope: t(`scope_${getFieldValue('scope') as AddressScope}`) })} />
          </Form.Item>
        )
      }
    </Form.Item>
  );
}

function RangeField(): ReactNode {
  const t = useText('identity.users');
  const judge = (_: unknown, text: string | undefined): Promise<void> =>
    parseRange(text ?? '') === undefined ? Promise.reject(new Error(t('addressesWrong'))) : Promise.resolve();
  return (
    <Form.Item name="addresses" label={t('addresses')} extra={t('addressesHint')} validateTrigger="onBlur" rules={[{ validator: judge }]}>
      <Input maxLength={120} autoComplete="off" placeholder="192.168.0.0/16" />
    </Form.Item>
  );
}

function TargetField({ segment }: { segment: AddressSegment | undefined }): ReactNode {
  const t = useText('identity.users');
  const groups = useRolesAndGroups('group').list ?? [];
  const roles = useRolesAndGroups('role').list ?? [];
  const options = [
    { value: everybody, label: t('forEverybody') },
    ...groups.map(({ id, name }) => ({ value: `group ${id}`, label: t('forGroup', { name }) })),
    ...roles.map(({ id, name }) => ({ value: `role ${id}`, label: t('forRole', { name }) })),
  ];
  const currentTarget = segment && targetOf(segment);
  if (currentTarget !== undefined && !options.some(({ value }) => value === currentTarget))
    options.push({ value: currentTarget, label: t('deletedCircle') });
  return (
    <Form.Item name="target" label={t('segmentTarget')}>
      <Select showSearch={{ optionFilterProp: 'label' }} options={options} />
    </Form.Item>
  );
}
