import { type Meeting, meetingPapers, meetings } from '@dossier/contract/meetings';
import { objType } from '@dossier/contract/rights';
import { search } from '@dossier/contract/search';
import { Form, Select } from 'antd';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { useText } from '../../ground/text.ts';
import { useCall, useSend } from '../../ground/use-call.ts';
import { AskDialog } from '../people/ask-dialog.tsx';

interface Values {
  objId: string;
  agendaId?: string;
}

function PaperDialog({ meeting, close }: { meeting: Meeting; close: () => void }): ReactNode {
  const t = useText('meetings');
  const add = useSend(meetingPapers.add, { refresh: [meetings.show] });
  const save = ({ objId, agendaId }: Values) => add.mutateAsync({ id: meeting.id, objId, ...(agendaId && { agendaId }) });
  return (
    <AskDialog<Values> title={t('addPaper')} ok={t('add')} save={save} close={close}>
      <Form.Item name="objId" label={t('document')} extra={t('paperHint')} rules={[{ required: true, message: t('documentNeeded') }]}>
        <DocumentSelect />
      </Form.Item>
      {meeting.agenda.length > 0 && (
        <Form.Item name="agendaId" label={t('belongsTo')}>
          <Select
            allowClear
            placeholder={t('wholeMeeting')}
            options={meeting.agenda.map((item, place) => ({ value: item.id, label: `${place + 1}. ${item.title}` }))}
          />
        </Form.Item>
      )}
    </AskDialog>
  );
}

/** Finds a document that the person sees, by part of its name. */
function DocumentSelect({ id, value, onChange }: { id?: string; value?: string; onChange?: (id: string) => void }): ReactNode {
  const t = useText('meetings');
  const [text, setText] = useState('');
  const keyword = useDeferredValue(text.trim());
  const found = useCall(search.search, { keyword, in: 'name', pageSize: 20 }, { enabled: keyword !== '', keep: true });
  const documents = keyword === '' ? [] : (found.data?.list ?? []).filter((item) => item.objType === objType.document);
  return (
    <Select<string>
      {...(id !== undefined && { id })}
      {...(value !== undefined && { value })}
      onChange={(next) => onChange?.(next)}
      showSearch={{ filterOption: false, onSearch: setText }}
      loading={found.isFetching}
      placeholder={t('findDocument')}
      notFoundContent={keyword === '' ? t('typeName') : t('nothingFound')}
      options={documents.map((item) => ({ value: item.id, label: item.name, title: item.path }))}
    />
  );
}

/** Puts a document on the agenda. */
export const openAddPaper = (meeting: Meeting): void => openDialog((close) => <PaperDialog meeting={meeting} close={close} />);
