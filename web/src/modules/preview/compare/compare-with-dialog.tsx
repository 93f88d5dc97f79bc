import { objType, right } from '@dossier/contract/core/rights';
import { type Revision, content } from '@dossier/contract/documents/content';
import type { Item } from '@dossier/contract/documents/library';
import { search } from '@dossier/contract/search/search';
import { Modal, Radio, Select } from 'antd';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import type { ItemContext } from '../../../platform/item-actions.ts';
import { useCall } from '../../../platform/query.ts';
import { FileIcon } from '../../../platform/ui/file-icon.tsx';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { useDelayed } from '../../../platform/ui/hooks.ts';
import { Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { Spinner } from '../../../platform/ui/spinner.tsx';
import { Writers } from '../../documents/writers.tsx';
import { openComparison } from '../compare-address.ts';
import styles from './compare.module.css';

interface DocumentSelectProps {
  item: Item;
  /** The items of the same list, offered until something is typed. */
  siblings: readonly Item[];
  value: string | undefined;
  choose: (id: string) => void;
  isOff?: boolean;
  autoFocus?: boolean;
}

const mostOffered = 50;

const isReadable = (one: Item): boolean => one.objType === objType.document && (one.rights & right.read) !== 0;

/** Sorts documents of the same type first. */
const sameFirst = (ext: string | undefined) => (one: Item, other: Item) => Number(other.ext === ext) - Number(one.ext === ext);

/** Selects another document, from the same list or by name. */
export function DocumentSelect({ item, siblings, value, choose, isOff = false, autoFocus = false }: DocumentSelectProps): ReactNode {
  const t = useText('preview.compare');
  const [text, setText] = useState('');
  const keyword = useDeferredValue(text.trim());
  const input = { keyword, in: 'name' as const, pageNo: 1, pageSize: mostOffered };
  const found = useCall(search.search, input, { enabled: keyword !== '', keep: true });
  const isTyping = text.trim() !== '';
  const offered = (isTyping ? (found.data?.list ?? []) : siblings).filter((one) => isReadable(one) && one.id !== item.id);
  const options = offered
    .toSorted(sameFirst(item.ext))
    .slice(0, mostOffered)
    .map((one) => ({ value: one.id, label: <Choice item={one} path={'path' in one ? String(one.path) : ''} /> }));
  return (
    <Select<string>
      className={styles.wide ?? ''}
      aria-label={t('withDocument')}
      placeholder={t('findDocument')}
      disabled={isOff}
      autoFocus={autoFocus}
      showSearch={{ filterOption: false, onSearch: setText }}
      loading={found.isFetching}
      notFoundContent={isTyping && !found.isFetching ? t('noDocumentFound') : t('typeName')}
      {...(value !== undefined && { value })}
      onChange={choose}
      options={options}
    />
  );
}

function Choice({ item, path }: { item: Item; path: string }): ReactNode {
  return (
    <Row as="span" gap={2} title={item.name}>
      <FileIcon objType={item.objType} ext={item.ext} size={16} />
      <Text truncate>{item.name}</Text>
      {path !== '' && (
        <Text as="small" size="xs" tone="muted" truncate>
          {path}
        </Text>
      )}
    </Row>
  );
}

/** An option for a version: number, author and time. */
function RevisionOption({ revision }: { revision: Revision }): ReactNode {
  const t = useText('preview.compare');
  return (
    <Row as="span" gap={2}>
      <span>{t('earlierVersion', { label: revision.label })}</span>
      <Text as="small" size="xs" tone="muted">
        <Writers revision={revision} /> · <RelativeTime iso={revision.createTime} />
      </Text>
    </Row>
  );
}

interface DialogProps {
  item: Item;
  ctx: ItemContext;
  close: () => void;
}

type ComparisonTarget = 'revision' | 'document';

/** The choice: initially an older version if there is one, otherwise another document. */
function useChoice(item: Item) {
  const revisions = useCall(content.revisions, { id: item.id });
  const older = (revisions.data ?? []).filter((one) => !one.current);
  const [wanted, want] = useState<ComparisonTarget>('revision');
  const [revision, setRevision] = useState<string>();
  const [other, setOther] = useState<string>();
  const kind = older.length > 0 ? wanted : 'document';
  const currentRev = revision ?? older[0]?.id;
  const pair = kind === 'revision' ? currentRev && { id: item.id, currentRev, otherId: item.id } : other && { id: item.id, otherId: other };
  return { isPending: revisions.isPending, older, kind, want, currentRev, setRevision, other, setOther, pair };
}

/** Selects what a document is compared with: an older version, or another document. */
function CompareWithDialog({ item, ctx, close }: DialogProps): ReactNode {
  const t = useText('preview.compare');
  const [open, setOpen] = useState(true);
  const choice = useChoice(item);
  const { pair, isPending } = choice;
  const late = useDelayed(isPending);
  const start = (): void => {
    if (pair) openComparison(pair, ctx);
    setOpen(false);
  };
  // a dialog without its fields would focus its close button
  if (isPending && !late) return null;
  return (
    <Modal
      open={open}
      title={t('compareNamed', { name: item.name })}
      width={520}
      okText={t('compare')}
      cancelText={t('cancel')}
      okButtonProps={{ disabled: !pair }}
      onOk={start}
      onCancel={() => setOpen(false)}
      afterClose={close}
    >
      {isPending ? <Spinner label={t('loading')} /> : <Choices {...{ item, choice, siblings: ctx.siblings ?? [] }} />}
    </Modal>
  );
}

interface ChoicesProps {
  item: Item;
  choice: ReturnType<typeof useChoice>;
  siblings: readonly Item[];
}

function Choices({ item, choice: { older, kind, want, currentRev, setRevision, other, setOther }, siblings }: ChoicesProps): ReactNode {
  const t = useText('preview.compare');
  const documents = { item, siblings, value: other, choose: setOther };
  if (older.length === 0) return <DocumentSelect {...documents} autoFocus />;
  return (
    <Radio.Group className={styles.wide ?? ''} value={kind} onChange={({ target }) => want(target.value as ComparisonTarget)}>
      <Stack gap={2}>
        <Radio value="revision" autoFocus>
          {t('withVersion')}
        </Radio>
        <div className={styles.field}>
          <RevisionSelect older={older} value={currentRev} isOff={kind !== 'revision'} choose={setRevision} />
        </div>
        <Radio value="document">{t('withDocument')}</Radio>
        <div className={styles.field}>
          <DocumentSelect {...documents} isOff={kind !== 'document'} />
        </div>
      </Stack>
    </Radio.Group>
  );
}

interface RevisionSelectProps {
  older: readonly Revision[];
  value: string | undefined;
  isOff: boolean;
  choose: (id: string) => void;
}

function RevisionSelect({ older, value, isOff, choose }: RevisionSelectProps): ReactNode {
  const t = useText('preview.compare');
  return (
    <Select<string>
      className={styles.wide ?? ''}
      aria-label={t('withVersion')}
      disabled={isOff}
      {...(value !== undefined && { value })}
      onChange={choose}
      options={older.map((one) => ({ value: one.id, label: <RevisionOption revision={one} /> }))}
    />
  );
}

/** Selects what a document is compared with, and opens the comparison. */
export function openCompareWith(item: Item, ctx: ItemContext): void {
  openDialog((close) => <CompareWithDialog item={item} ctx={ctx} close={close} />);
}
