import { content, type Revision } from '@dossier/contract/content';
import type { Item } from '@dossier/contract/library';
import { Modal, Radio, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { useDelayed } from '../../ground/hooks/use-delayed.ts';
import type { ItemContext } from '../../ground/item-action.ts';
import { useText } from '../../ground/text.ts';
import { Waiting } from '../../ground/ui/waiting.tsx';
import { useCall } from '../../ground/use-call.ts';
import { openComparison } from './address.ts';
import { DocumentSelect } from './document-select.tsx';
import styles from './compare-with.module.css';
import { RevisionOption } from './revision-option.tsx';

interface DialogProps {
  item: Item;
  ctx: ItemContext;
  close: () => void;
}

type With = 'revision' | 'document';

/** What is chosen: an older version of the document as long as there is one and nothing else is wanted, or another document. */
function useChoice(item: Item) {
  const revisions = useCall(content.revisions, { id: item.id });
  const older = (revisions.data ?? []).filter((one) => !one.current);
  const [wanted, want] = useState<With>('revision');
  const [revision, setRevision] = useState<string>();
  const [other, setOther] = useState<string>();
  const kind = older.length > 0 ? wanted : 'document';
  const currentRev = revision ?? older[0]?.id;
  const pair = kind === 'revision' ? currentRev && { id: item.id, currentRev, otherId: item.id } : other && { id: item.id, otherId: other };
  return { isPending: revisions.isPending, older, kind, want, currentRev, setRevision, other, setOther, pair };
}

/** Asks with what one document is compared: with an older version of it, where there is one, or with another document. */
function CompareWithDialog({ item, ctx, close }: DialogProps): ReactNode {
  const t = useText('compare');
  const [open, setOpen] = useState(true);
  const choice = useChoice(item);
  const { pair, isPending } = choice;
  const late = useDelayed(isPending);
  const start = (): void => {
    if (pair) openComparison(pair, ctx);
    setOpen(false);
  };
  // a window that came before its fields would have the keyboard on its closing sign
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
      {isPending ? <Waiting label={t('loading')} /> : <Choices {...{ item, choice, siblings: ctx.siblings ?? [] }} />}
    </Modal>
  );
}

interface ChoicesProps {
  item: Item;
  choice: ReturnType<typeof useChoice>;
  siblings: readonly Item[];
}

function Choices({ item, choice: { older, kind, want, currentRev, setRevision, other, setOther }, siblings }: ChoicesProps): ReactNode {
  const t = useText('compare');
  const documents = { item, siblings, value: other, choose: setOther };
  if (older.length === 0) return <DocumentSelect {...documents} autoFocus />;
  return (
    <Radio.Group className={styles.ways ?? ''} value={kind} onChange={({ target }) => want(target.value as With)}>
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
  const t = useText('compare');
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

/** Asks with what a document is compared, and compares. */
export function openCompareWith(item: Item, ctx: ItemContext): void {
  openDialog((close) => <CompareWithDialog item={item} ctx={ctx} close={close} />);
}
