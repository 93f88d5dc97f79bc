import type { Organisation, RelatedOrganisation } from '@dossier/contract/identity/organisations';
import { people } from '@dossier/contract/identity/users';
import { Form, Modal, Select, Tag } from 'antd';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { Row, Stack } from '../../../platform/ui/layout.tsx';

/** Opens the related organisations. */
export function openRelations(organisation: Organisation): void {
  openDialog((close) => <Relations organisation={organisation} close={close} />);
}

function Relations({ organisation: { id, name }, close }: { organisation: Organisation; close: () => void }): ReactNode {
  const t = useText('identity.users');
  const site = useText('identity.organisations');
  const [open, setOpen] = useState(true);
  const [chosen, setChosen] = useState<string[]>();
  const found = useCall(people.relations, { id });
  const set = useCallMutation(people.setRelations, { refresh: [people.relations, people.relatedOrganisations] });
  const related = found.data?.filter((entry) => entry.related) ?? [];
  const value = chosen ?? related.map((entry) => entry.id);
  const save = async (): Promise<void> => {
    await set.mutateAsync({ id, otherIds: value });
    notice.success(site('relationsSaved'));
    setOpen(false);
  };
  return (
    <Modal
      open={open}
      title={site('relationsOf', { name })}
      width={460}
      okText={t('save')}
      okButtonProps={{ disabled: !found.data }}
      confirmLoading={set.isPending}
      onOk={() => void save().catch(() => undefined)}
      onCancel={() => setOpen(false)}
      afterClose={close}
    >
      {found.error && !found.data && <ErrorBox error={found.error} retry={() => void found.refetch()} />}
      <Form layout="vertical">
        <Form.Item label={site('chooseOrganisations')} extra={site('relationsHint')}>
          <Choice but={id} known={related} value={value} onChange={setChosen} />
        </Form.Item>
      </Form>
      <Stack as="ul" gap={2}>
        {found.data
          ?.filter((entry) => entry.guests)
          .map((entry) => (
            <Row as="li" key={entry.id} gap={2}>
              {entry.name}
              <Tag>{site('sharesGuests')}</Tag>
            </Row>
          ))}
      </Stack>
    </Modal>
  );
}

interface ChoiceProps {
  /** The id of the organisation itself. */
  but: string;
  known: readonly RelatedOrganisation[];
  value: string[];
  onChange: (ids: string[]) => void;
}

function Choice({ but, known, value, onChange }: ChoiceProps): ReactNode {
  const t = useText('identity.users');
  const site = useText('identity.organisations');
  const [text, setText] = useState('');
  const keyword = useDeferredValue(text.trim());
  const found = useCall(people.organisations, { pageNo: 1, pageSize: 30, ...(keyword && { keyword }) }, { keep: true });
  const names = new Map([...known, ...(found.data?.list ?? [])].map((entry) => [entry.id, entry.name]));
  names.delete(but);
  return (
    <Select
      mode="multiple"
      aria-label={site('chooseOrganisations')}
      style={{ width: '100%' }}
      value={value}
      onChange={onChange}
      showSearch={{ optionFilterProp: 'label', onSearch: setText }}
      loading={found.isFetching}
      notFoundContent={t('nothingFound')}
      options={[...names].map(([id, label]) => ({ value: id, label }))}
    />
  );
}
