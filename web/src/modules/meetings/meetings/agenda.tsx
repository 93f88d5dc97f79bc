import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  CloseOutlined,
  DeleteOutlined,
  EditOutlined,
  FileAddOutlined,
  PlusOutlined,
} from '@ant-design/icons';
import { objType } from '@dossier/contract/core/rights';
import {
  type AgendaDocument,
  type AgendaItem,
  type Meeting,
  agendaDocuments,
  meetingLimits,
  meetings,
} from '@dossier/contract/meetings/meetings';
import { search } from '@dossier/contract/search/search';
import { Button, Form, Input, Modal, Select, Space } from 'antd';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { useCloseChanged } from '../../../platform/ui/close-changed.ts';
import { FileIcon } from '../../../platform/ui/file-icon.tsx';
import { FormDialog } from '../../../platform/ui/form-dialog.tsx';
import { Hint } from '../../../platform/ui/hint.tsx';
import { DividedList, Heading, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { FileRow, Section, SmallNote } from '../../../platform/ui/page-parts.tsx';
import { NumberInput } from '../../../platform/ui/number-input.tsx';
import { viewerAddress, viewerOf } from '../../preview/viewer-address.ts';
import styles from '../meetings.module.css';

/** A draft of an agenda item; a new one has no id yet. */
interface AgendaItemDraft {
  key: string;
  id?: string;
  title: string;
  presenter: string;
  minutes: number;
  notes: string;
}

/** A new, empty item. */
const emptyItem = (): AgendaItemDraft => ({ key: crypto.randomUUID(), title: '', presenter: '', minutes: 0, notes: '' });

/** Moves an item one position up or down. */
function moveItem<T>(list: readonly T[], place: number, by: -1 | 1): T[] {
  const [item, other] = [list[place], list[place + by]];
  if (item === undefined || other === undefined) return [...list];
  return list.with(place, other).with(place + by, item);
}

/** The items with a title, as call input. */
const agendaInput = (list: readonly AgendaItemDraft[]) =>
  list
    .filter((item) => item.title.trim() !== '')
    .map(({ id, title, presenter, minutes, notes }) => ({ ...(id !== undefined && { id }), title, presenter, minutes, notes }));

function AgendaDialog({ meeting, close }: { meeting: Meeting; close: () => void }): ReactNode {
  const t = useText('meetings.meetings');
  const [open, setOpen] = useState(true);
  const [before] = useState<AgendaItemDraft[]>(() =>
    meeting.agenda.length === 0 ? [emptyItem()] : meeting.agenda.map((item) => ({ ...item, key: item.id })),
  );
  const [list, setList] = useState(before);
  const closing = useCloseChanged(
    () => list !== before,
    () => setOpen(false),
  );
  const send = useCallMutation(meetings.saveAgenda, { refresh: [meetings.show] });
  const change = (key: string, changes: Partial<AgendaItemDraft>): void =>
    setList(list.map((item) => (item.key === key ? { ...item, ...changes } : item)));
  const save = async (): Promise<void> => {
    await send.mutateAsync({ id: meeting.id, version: meeting.version, agenda: agendaInput(list) });
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
      {...closing}
      afterClose={close}
    >
      <Stack gap={3}>
        {list.map((item, place) => (
          <AgendaItemRow
            key={item.key}
            item={item}
            place={place}
            last={list.length - 1}
            change={(changes) => change(item.key, changes)}
            move={(by) => setList(moveItem(list, place, by))}
            remove={() => setList(list.filter((other) => other !== item))}
          />
        ))}
        <Button
          type="dashed"
          block
          icon={<PlusOutlined />}
          disabled={list.length >= meetingLimits.items}
          onClick={() => setList([...list, emptyItem()])}
        >
          {t('addItem')}
        </Button>
      </Stack>
    </Modal>
  );
}

interface AgendaItemRowProps {
  item: AgendaItemDraft;
  place: number;
  last: number;
  change: (changes: Partial<AgendaItemDraft>) => void;
  move: (by: -1 | 1) => void;
  remove: () => void;
}

function AgendaItemRow({ item, place, last, change, move, remove }: AgendaItemRowProps): ReactNode {
  const t = useText('meetings.meetings');
  const name = item.title || t('itemN', { count: place + 1 });
  return (
    <Row gap={2} wrap className={styles.agendaItem} role="group" aria-label={name}>
      <Input
        aria-label={t('title')}
        placeholder={t('itemN', { count: place + 1 })}
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
      <NumberInput
        aria-label={t('minutesPlanned')}
        placeholder={t('min')}
        min={0}
        max={1440}
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
    </Row>
  );
}

/** Edits the agenda of a meeting. */
const openAgenda = (meeting: Meeting): void => openDialog((close) => <AgendaDialog meeting={meeting} close={close} />);

interface Values {
  objId: string;
  agendaId?: string;
}

function AgendaDocumentDialog({ meeting, close }: { meeting: Meeting; close: () => void }): ReactNode {
  const t = useText('meetings.meetings');
  const add = useCallMutation(agendaDocuments.add, { refresh: [meetings.show] });
  const save = ({ objId, agendaId }: Values) => add.mutateAsync({ id: meeting.id, objId, ...(agendaId && { agendaId }) });
  return (
    <FormDialog<Values> title={t('addPaper')} ok={t('add')} save={save} close={close}>
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
    </FormDialog>
  );
}

/** Selects a document that the user sees, by part of its name. */
function DocumentSelect({ id, value, onChange }: { id?: string; value?: string; onChange?: (id: string) => void }): ReactNode {
  const t = useText('meetings.meetings');
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

/** Adds a document to the agenda. */
const openAddAgendaDocument = (meeting: Meeting): void => openDialog((close) => <AgendaDocumentDialog meeting={meeting} close={close} />);

/** The address of an agenda document: that revision, in the viewer of its type. */
function addressOf({ documentId, revisionId, ext }: { documentId: string; revisionId: string; ext: string }): string {
  const viewer = viewerOf(ext);
  // image and audio viewers overlay an item list, which is missing here
  return viewerAddress(viewer === 'picture' || viewer === 'audio' ? 'page' : viewer, { id: documentId, currentRev: revisionId, ext });
}

/** A document of the agenda; without the right to view it, its name is hidden. */
function AgendaDocumentRow({ paper: page, edits }: { paper: AgendaDocument; edits: boolean }): ReactNode {
  const t = useText('meetings.meetings');
  const remove = useCallMutation(agendaDocuments.remove, { refresh: [meetings.show] });
  const { documentId, revisionId } = page;
  return (
    <FileRow>
      <FileIcon objType={objType.document} {...(page.ext && { ext: page.ext })} />
      {documentId !== undefined && revisionId !== undefined ? (
        <a href={addressOf({ documentId, revisionId, ext: page.ext })} target="_blank" rel="noreferrer" title={page.name}>
          {page.name}
        </a>
      ) : (
        <span>{t('closedPaper')}</span>
      )}
      {page.open && (
        <Text as="small" size="xs" tone="muted" nowrap>
          {t(page.newer ? 'versionOfMore' : 'version', { label: page.versionLabel })}
        </Text>
      )}
      {edits && (
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined />}
          aria-label={t('removePaper', { name: page.name })}
          title={t('removePaper', { name: page.name })}
          onClick={() => void remove.mutateAsync({ id: page.id }).catch(() => undefined)}
        />
      )}
    </FileRow>
  );
}

/** The agenda with its documents. */
export function AgendaSection({ meeting }: { meeting: Meeting }): ReactNode {
  const t = useText('meetings.meetings');
  const edits = meeting.leads && (meeting.state === 'planned' || meeting.state === 'running');
  const minutes = meeting.agenda.reduce((sum, item) => sum + item.minutes, 0);
  const whole = meeting.papers.filter((paper) => paper.itemId === undefined);
  return (
    <Section
      title={
        <>
          {t('agenda')} {minutes > 0 && <SmallNote>{t('nMinutes', { count: minutes })}</SmallNote>}
        </>
      }
      actions={
        edits && (
          <>
            <Button icon={<FileAddOutlined />} onClick={() => openAddAgendaDocument(meeting)}>
              {t('addPaper')}
            </Button>
            <Button icon={<EditOutlined />} onClick={() => openAgenda(meeting)}>
              {t('editAgenda')}
            </Button>
          </>
        )
      }
    >
      {meeting.agenda.length + whole.length === 0 && <Hint>{t(edits ? 'noAgendaHint' : 'noAgenda')}</Hint>}
      <DividedList as="ol" lines="compact">
        {meeting.agenda.map((item, place) => (
          <Item key={item.id} item={item} place={place} edits={edits} papers={meeting.papers.filter((paper) => paper.itemId === item.id)} />
        ))}
      </DividedList>
      <AgendaDocumentList list={whole} edits={edits} />
    </Section>
  );
}

interface ItemProps {
  item: AgendaItem;
  place: number;
  papers: AgendaDocument[];
  edits: boolean;
}

function Item({ item, place, papers, edits }: ItemProps): ReactNode {
  const t = useText('meetings.meetings');
  const facts = [item.presenter, item.minutes > 0 ? t('nMinutes', { count: item.minutes }) : ''].filter((fact) => fact !== '');
  return (
    <Stack as="li" gap={1}>
      <Heading level={3} size="m">
        {place + 1}. {item.title} {facts.length > 0 && <SmallNote>{facts.join(' · ')}</SmallNote>}
      </Heading>
      {item.notes !== '' && (
        <Text as="p" tone="muted" prose>
          {item.notes}
        </Text>
      )}
      <AgendaDocumentList list={papers} edits={edits} />
    </Stack>
  );
}

const AgendaDocumentList = ({ list, edits }: { list: AgendaDocument[]; edits: boolean }): ReactNode =>
  list.length > 0 && (
    <Stack as="ul">
      {list.map((paper) => (
        <AgendaDocumentRow key={paper.id} paper={paper} edits={edits || paper.own} />
      ))}
    </Stack>
  );
