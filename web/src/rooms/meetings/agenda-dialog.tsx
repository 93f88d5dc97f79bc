import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { type Meeting, meetings, mostOfMeetings } from '@dossier/contract/meetings';
import { Button, Input, InputNumber, Modal, Space } from 'antd';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { useText } from '../../ground/text.ts';
import { useSend } from '../../ground/use-call.ts';
import { type Draft, emptyItem, moved, written } from './agenda-draft.ts';
import styles from './meetings.module.css';

function AgendaDialog({ meeting, close }: { meeting: Meeting; close: () => void }): ReactNode {
  const t = useText('meetings');
  const [open, setOpen] = useState(true);
  const [list, setList] = useState<Draft[]>(() =>
    meeting.agenda.length === 0 ? [emptyItem()] : meeting.agenda.map((item) => ({ ...item, key: item.id })),
  );
  const send = useSend(meetings.saveAgenda, { refresh: [meetings.show] });
  const change = (key: string, changes: Partial<Draft>): void =>
    setList(list.map((item) => (item.key === key ? { ...item, ...changes } : item)));
  const save = async (): Promise<void> => {
    await send.mutateAsync({ id: meeting.id, version: meeting.version, agenda: written(list) });
    setOpen(false);
  };
  return (
    <Modal
      open={open}
      title={t('editAgenda')}
      width={720}
      okText={t('save')}
      confirmLoading={send.isPending}
      onOk={() => void save().catch(() => undefined)}
      onCancel={() => setOpen(false)}
      afterClose={close}
    >
      {list.map((item, place) => (
        <Row
          key={item.key}
          item={item}
          place={place}
          last={list.length - 1}
          change={(changes) => change(item.key, changes)}
          move={(by) => setList(moved(list, place, by))}
          remove={() => setList(list.filter((other) => other !== item))}
        />
      ))}
      <Button
        type="dashed"
        block
        icon={<PlusOutlined />}
        style={{ marginTop: 12 }}
        disabled={list.length >= mostOfMeetings.items}
        onClick={() => setList([...list, emptyItem()])}
      >
        {t('addItem')}
      </Button>
    </Modal>
  );
}

interface RowProps {
  item: Draft;
  place: number;
  last: number;
  change: (changes: Partial<Draft>) => void;
  move: (by: -1 | 1) => void;
  remove: () => void;
}

function Row({ item, place, last, change, move, remove }: RowProps): ReactNode {
  const t = useText('meetings');
  const name = item.title || t('itemN', { n: place + 1 });
  return (
    <div className={styles.row} role="group" aria-label={name}>
      <Input
        aria-label={t('title')}
        placeholder={t('itemN', { n: place + 1 })}
        maxLength={200}
        value={item.title}
        autoFocus={item.title === ''}
        onChange={({ target }) => change({ title: target.value })}
      />
      <Input
        aria-label={t('presenter')}
        placeholder={t('presenter')}
        maxLength={100}
        value={item.presenter}
        onChange={({ target }) => change({ presenter: target.value })}
      />
      <InputNumber
        aria-label={t('minutesPlanned')}
        placeholder={t('min')}
        min={0}
        max={1440}
        style={{ width: '100%' }}
        value={item.minutes || null}
        onChange={(minutes) => change({ minutes: minutes ?? 0 })}
      />
      <Space.Compact>
        <Button icon={<ArrowUpOutlined />} disabled={place === 0} aria-label={t('moveUp', { name })} onClick={() => move(-1)} />
        <Button icon={<ArrowDownOutlined />} disabled={place === last} aria-label={t('moveDown', { name })} onClick={() => move(1)} />
        <Button danger icon={<DeleteOutlined />} aria-label={t('removeItem', { name })} onClick={remove} />
      </Space.Compact>
      <Input.TextArea
        aria-label={t('notes')}
        placeholder={t('notes')}
        autoSize={{ minRows: 1, maxRows: 6 }}
        maxLength={4000}
        value={item.notes}
        onChange={({ target }) => change({ notes: target.value })}
      />
    </div>
  );
}

/** Writes the agenda of a meeting. */
export const openAgenda = (meeting: Meeting): void => openDialog((close) => <AgendaDialog meeting={meeting} close={close} />);
