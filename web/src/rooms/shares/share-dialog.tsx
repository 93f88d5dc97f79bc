import { renditionOf } from '@dossier/contract/file-types';
import type { Item } from '@dossier/contract/library';
import { objType, right } from '@dossier/contract/rights';
import { type Share, type ShareRules, sharePassword } from '@dossier/contract/share-shapes';
import { shares } from '@dossier/contract/shares';
import { library } from '@dossier/contract/library';
import { Modal, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { notice } from '../../ground/notice.ts';
import { useDelayed } from '../../ground/hooks/use-delayed.ts';
import { useText } from '../../ground/text.ts';
import { Empty } from '../../ground/ui/empty.tsx';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { useCall, useSend } from '../../ground/use-call.ts';
import { isRecipient } from './addresses.ts';
import { type Draft, draftOf, newDraft, termsOf } from './draft.ts';
import type { Allowable } from './lets-field.tsx';
import { type Made, ShareResult } from './share-result.tsx';
import { TermsForm } from './terms-form.tsx';

/** Opens the dialog that shares items. */
export function openShare(items: Item[]): void {
  openDialog((close) => <ShareDialog items={items} close={close} />);
}

/** Opens the dialog that changes a share. */
export function openEditShare(share: Share): void {
  openDialog((close) => <EditDialog share={share} close={close} />);
}

/** Shows the link of a share again. */
export function openLink(share: Share): void {
  openDialog((close) => <LinkDialog share={share} close={close} />);
}

const refreshed = [shares.list, shares.show, shares.visitors, library.items, library.documents];

/** What the person may do with all of the items, as far as a link can hand it on. */
function allowable(items: readonly Item[]): Allowable {
  const has = (bit: number): boolean => items.every((item) => (item.rights & bit) !== 0);
  const places = items.filter((item) => item.objType === objType.folder);
  return {
    download: has(right.download),
    print: has(right.print),
    upload: places.length > 0 && places.every((item) => (item.rights & right.upload) !== 0),
    edit: has(right.modify),
  };
}

/** Whether films or sounds are among the items, or may be. */
const mayPlay = (items: readonly { objType: number; ext?: string | undefined }[]): boolean =>
  items.some(({ objType: kind, ext = '' }) => kind === objType.folder || ['audio', 'video'].includes(renditionOf(ext)));

function ShareDialog({ items, close }: { items: Item[]; close: () => void }): ReactNode {
  const t = useText('shares');
  const [open, setOpen] = useState(true);
  const rules = useCall(shares.rules, {});
  const late = useDelayed(rules.isPending);
  const [first] = items;
  const title = items.length === 1 ? t('shareOne', { name: first?.name ?? '' }) : t('shareMany', { n: items.length });
  const end = (): void => setOpen(false);
  const frame = { open, title, width: 640, onCancel: end, afterClose: close };
  if (rules.data?.may === true) return <NewShare frame={frame} items={items} rules={rules.data} end={end} />;
  // a window that came before its form would have the keyboard on its closing sign
  if (rules.isPending && !late) return null;
  return (
    <Modal {...frame} footer={null}>
      {rules.error !== null && <ErrorBox small error={rules.error} retry={() => void rules.refetch()} />}
      {rules.isPending && <Skeleton active />}
      {rules.data && <Empty small title={t('mayNot')} hint={t('mayNotHint')} />}
    </Modal>
  );
}

interface Frame {
  open: boolean;
  title: string;
  width: number;
  onCancel: () => void;
  afterClose: () => void;
}

function NewShare({ frame, items, rules, end }: { frame: Frame; items: Item[]; rules: ShareRules; end: () => void }): ReactNode {
  const t = useText('shares');
  const create = useSend(shares.create, { refresh: refreshed });
  const [draft, setDraft] = useState<Draft>(() => newDraft(nameFor(items, t), rules.longestDays));
  const [made, setMade] = useState<Made>();
  const save = async (): Promise<void> => {
    const answer = await create.mutateAsync({ ...termsOf(draft), objIds: items.map((item) => item.id) });
    setMade({ ...answer, name: draft.name, password: draft.password ?? '', canMail: rules.mail });
  };
  if (made)
    return (
      <Modal {...frame} title={t('shared')} footer={null}>
        <ShareResult made={made} recipients={draft.recipients} close={end} />
      </Modal>
    );
  return (
    <Modal
      {...frame}
      okText={t('makeLink')}
      cancelText={t('cancel')}
      confirmLoading={create.isPending}
      okButtonProps={{ disabled: !isWhole(draft, rules) }}
      onOk={() => void save().catch(() => undefined)}
    >
      <TermsForm
        draft={draft}
        change={(changes) => setDraft((before) => ({ ...before, ...changes }))}
        may={allowable(items)}
        mayPlay={mayPlay(items)}
        rules={rules}
      />
    </Modal>
  );
}

/** What a share of several things is called at first. */
function nameFor([first, ...more]: readonly Item[], t: ReturnType<typeof useText<'shares'>>): string {
  const name = first?.name ?? '';
  return more.length === 0 ? name : t('andMore', { name: name.slice(0, 150), n: more.length });
}

/** A password is long enough, or none where none is needed; where nothing leaves the house somebody inside is named. */
function isWhole({ name, password, recipients, colleagues }: Draft, { external, forcePassword }: ShareRules): boolean {
  if (name.trim() === '') return false;
  if (!recipients.every(isRecipient)) return false;
  if (password !== undefined && password !== '' && password.length < sharePassword.least) return false;
  const isOutside = recipients.length > 0 || colleagues.length === 0;
  return isOutside ? external && !(forcePassword && password === '') : true;
}

function EditDialog({ share, close }: { share: Share; close: () => void }): ReactNode {
  const t = useText('shares');
  const [open, setOpen] = useState(true);
  const rules = useCall(shares.rules, {});
  const update = useSend(shares.update, { refresh: refreshed });
  const [draft, setDraft] = useState<Draft>(() => draftOf(share));
  const save = async (): Promise<void> => {
    await update.mutateAsync({ id: share.id, ...termsOf(draft) });
    notice.success(t('saved'));
    setOpen(false);
  };
  // what it allowed stays on offer; more of it the server judges by the rights of now
  const may: Allowable = { download: true, print: true, edit: true, upload: share.items.some((item) => item.objType === objType.folder) };
  return (
    <Modal
      open={open}
      title={t('editShare', { name: share.name })}
      width={640}
      okText={t('save')}
      cancelText={t('cancel')}
      confirmLoading={update.isPending}
      okButtonProps={{ disabled: !rules.data || !isWhole(draft, rules.data) }}
      onOk={() => void save().catch(() => undefined)}
      onCancel={() => setOpen(false)}
      afterClose={close}
    >
      {rules.error !== null && <ErrorBox small error={rules.error} retry={() => void rules.refetch()} />}
      {rules.isPending && <Skeleton active />}
      {rules.data && (
        <TermsForm
          draft={draft}
          change={(changes) => setDraft((before) => ({ ...before, ...changes }))}
          may={may}
          mayPlay={mayPlay(share.items)}
          rules={rules.data}
          kept={share.hasPassword}
        />
      )}
    </Modal>
  );
}

function LinkDialog({ share, close }: { share: Share; close: () => void }): ReactNode {
  const t = useText('shares');
  const [open, setOpen] = useState(true);
  const rules = useCall(shares.rules, {});
  const made: Made = { id: share.id, url: share.url, name: share.name, password: '', canMail: rules.data?.mail === true };
  const to = share.recipients.filter((one) => one.kind === 'mail' && !one.revoked).map((one) => one.name);
  return (
    <Modal
      open={open}
      title={t('linkOf', { name: share.name })}
      width={640}
      footer={null}
      onCancel={() => setOpen(false)}
      afterClose={close}
    >
      <ShareResult made={made} recipients={to} hasPassword={share.hasPassword} close={() => setOpen(false)} />
    </Modal>
  );
}
