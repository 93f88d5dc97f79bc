import { CopyOutlined, MailOutlined } from '@ant-design/icons';
import { renditionOf } from '@dossier/contract/core/file-types';
import { objType, right } from '@dossier/contract/core/rights';
import { type Item, library } from '@dossier/contract/documents/library';
import { type Share, type ShareRules, sharePassword } from '@dossier/contract/sharing/share-shapes';
import { shares } from '@dossier/contract/sharing/shares';
import { Button, Input, Modal, QRCode, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { copyText } from '../../../platform/copy-text.ts';
import { useText } from '../../../platform/i18n.ts';
import { useNavigate } from '../../../platform/navigation.ts';
import { notice } from '../../../platform/notices.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { useCloseChanged } from '../../../platform/ui/close-changed.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { Hint } from '../../../platform/ui/hint.tsx';
import { useDelayed } from '../../../platform/ui/hooks.ts';
import { PlainButton, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { sharePath } from './paths.ts';
import { type ShareDraft, draftOf, inputOf, isAddress, isRecipient, newDraft } from './share-draft.ts';
import { AddressField, type OfferedPermissions, ShareForm } from './share-form.tsx';
import styles from './shares.module.css';

/** A created share. */
export interface CreatedShare {
  id: string;
  url: string;
  name: string;
  /** As just entered; empty where there is none, or it is no longer known. */
  password: string;
  canMail: boolean;
}

interface ResultProps {
  made: CreatedShare;
  recipients: string[];
  hasPassword?: boolean;
  close: () => void;
}

/** A share link: to copy, with its password, as a QR code, or by mail. */
export function ShareResult({ made, recipients, hasPassword, close }: ResultProps): ReactNode {
  const t = useText('sharing.links');
  const go = useNavigate();
  const copy = async (text: string, done: string): Promise<void> => {
    const copied = await copyText(text).then(
      () => true,
      () => false,
    );
    if (copied) notice.success(done);
    else notice.error(t('copyFailed'));
  };
  // shown this once: who copies the link alone loses it
  const knowsPassword = made.password !== '';
  const both = t('linkAndPassword', { name: made.name, url: made.url, password: made.password });
  return (
    <Row gap={6} align="start" className={styles.result}>
      <Stack gap={3} grow>
        <Input readOnly value={made.url} aria-label={t('link')} onFocus={(event) => event.target.select()} />
        <Row gap={2} wrap>
          {knowsPassword && (
            <Button type="primary" autoFocus icon={<CopyOutlined />} onClick={() => void copy(both, t('bothCopied'))}>
              {t('copyBoth')}
            </Button>
          )}
          <Button
            {...(!knowsPassword && { type: 'primary', autoFocus: true })}
            icon={<CopyOutlined />}
            onClick={() => void copy(made.url, t('linkCopied'))}
          >
            {t('copyLink')}
          </Button>
        </Row>
        {knowsPassword && (
          <Text as="p">
            {t('password')}: <code className={styles.password}>{made.password}</code>
          </Text>
        )}
        {knowsPassword && <Hint>{t('passwordOnce')}</Hint>}
        {hasPassword === true && <Hint>{t('passwordHidden')}</Hint>}
        {made.canMail && <MailLink id={made.id} recipients={recipients} hasPassword={knowsPassword || hasPassword === true} />}
        <PlainButton
          link
          onClick={() => {
            close();
            go(sharePath, { id: made.id });
          }}
        >
          {t('follow')}
        </PlainButton>
      </Stack>
      {/* QR readers need a margin of four white modules, in dark mode too */}
      <QRCode value={made.url} size={184} marginSize={4} bordered={false} bgColor="#ffffff" color="#000000" aria-label={t('qr')} />
    </Row>
  );
}

function MailLink({ id, recipients, hasPassword }: { id: string; recipients: string[]; hasPassword: boolean }): ReactNode {
  const t = useText('sharing.links');
  const [to, setTo] = useState(() => recipients.filter((recipient) => !recipient.startsWith('@') && recipient.includes('@')));
  const [message, setMessage] = useState('');
  const mail = useCallMutation(shares.mail, { quiet: true });
  const words = t(hasPassword ? 'message' : 'messagePlain');
  const sent = mail.data?.sent;
  return (
    <Stack gap={2} className={styles.permissions}>
      <AddressField
        label={t('mailTo')}
        value={to}
        accepts={isAddress}
        wrong={(list) => t('noMail', { list })}
        refused={mail.error?.message}
        onChange={(next) => {
          mail.reset();
          setTo(next);
        }}
      />
      {to.length > 0 && (
        <>
          <Input.TextArea
            aria-label={words}
            placeholder={words}
            maxLength={1000}
            autoSize={{ minRows: 2, maxRows: 5 }}
            value={message}
            onChange={(event) => setMessage(event.target.value)}
          />
          <Row as="span" gap={2} wrap>
            <Button
              icon={<MailOutlined />}
              loading={mail.isPending}
              disabled={sent !== undefined || !to.every(isAddress)}
              onClick={() => mail.mutate({ id, to, ...(message.trim() && { message }) })}
            >
              {t('mailLink')}
            </Button>
            <Text size="s" tone="muted" role="status">
              {sent !== undefined && t('mailed', { count: sent })}
            </Text>
          </Row>
        </>
      )}
    </Stack>
  );
}

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

const refreshedBySave = [shares.list, shares.show, shares.visitors, library.items, library.documents];

/** The permissions that a share link can pass on, from the user's rights on all of the items. */
function offeredPermissions(items: readonly Item[]): OfferedPermissions {
  const has = (bit: number): boolean => items.every((item) => (item.rights & bit) !== 0);
  const places = items.filter((item) => item.objType === objType.folder);
  return {
    download: has(right.download),
    print: has(right.print),
    upload: places.length > 0 && places.every((item) => (item.rights & right.upload) !== 0),
    edit: has(right.modify),
  };
}

/** Whether the items include audio or video, or a folder that may. */
const mayPlay = (items: readonly { objType: number; ext?: string | undefined }[]): boolean =>
  items.some(({ objType: kind, ext = '' }) => kind === objType.folder || ['audio', 'video'].includes(renditionOf(ext)));

function ShareDialog({ items, close }: { items: Item[]; close: () => void }): ReactNode {
  const t = useText('sharing.links');
  const [open, setOpen] = useState(true);
  const rules = useCall(shares.rules, {});
  const late = useDelayed(rules.isPending);
  const [first] = items;
  const title = items.length === 1 ? t('shareOne', { name: first?.name ?? '' }) : t('shareMany', { count: items.length });
  const end = (): void => setOpen(false);
  const frame = { open, title, width: 640, onCancel: end, afterClose: close };
  if (rules.data?.may === true) return <NewShare frame={frame} items={items} rules={rules.data} end={end} />;
  // a dialog without its form would focus its close button
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
  const t = useText('sharing.links');
  const create = useCallMutation(shares.create, { refresh: refreshedBySave });
  const [draft, setDraft] = useState<ShareDraft>(() => newDraft(nameFor(items, t), rules.longestDays));
  const [made, setMade] = useState<CreatedShare>();
  const [isChanged, setChanged] = useState(false);
  const closing = useCloseChanged(() => isChanged, end);
  const save = async (): Promise<void> => {
    const answer = await create.mutateAsync({ ...inputOf(draft), objIds: items.map((item) => item.id) });
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
      {...closing}
      okText={t('makeLink')}
      cancelText={t('cancel')}
      confirmLoading={create.isPending}
      okButtonProps={{ disabled: !isWhole(draft, rules) }}
      onOk={() => void save().catch(() => undefined)}
    >
      <ShareForm
        draft={draft}
        change={(changes) => {
          setChanged(true);
          setDraft((before) => ({ ...before, ...changes }));
        }}
        may={offeredPermissions(items)}
        mayPlay={mayPlay(items)}
        rules={rules}
      />
    </Modal>
  );
}

/** The initial name of a share of several items. */
function nameFor([first, ...more]: readonly Item[], t: ReturnType<typeof useText<'sharing.links'>>): string {
  const name = first?.name ?? '';
  return more.length === 0 ? name : t('andMore', { name: name.slice(0, 150), count: more.length });
}

/** Whether the draft is complete: a long enough password where needed, and a named colleague where external sharing is off. */
function isWhole({ name, password, recipients, colleagues }: ShareDraft, { external, forcePassword }: ShareRules): boolean {
  if (name.trim() === '') return false;
  if (!recipients.every(isRecipient)) return false;
  if (password !== undefined && password !== '' && password.length < sharePassword.least) return false;
  const isOutside = recipients.length > 0 || colleagues.length === 0;
  return isOutside ? external && !(forcePassword && password === '') : true;
}

function EditDialog({ share, close }: { share: Share; close: () => void }): ReactNode {
  const t = useText('sharing.links');
  const [open, setOpen] = useState(true);
  const rules = useCall(shares.rules, {});
  const update = useCallMutation(shares.update, { refresh: refreshedBySave });
  const [draft, setDraft] = useState<ShareDraft>(() => draftOf(share));
  const [isChanged, setChanged] = useState(false);
  const closing = useCloseChanged(
    () => isChanged,
    () => setOpen(false),
  );
  const save = async (): Promise<void> => {
    await update.mutateAsync({ id: share.id, ...inputOf(draft) });
    notice.success(t('saved'));
    setOpen(false);
  };
  // permissions already granted stay offered; the server checks others against the present rights
  const may: OfferedPermissions = {
    download: true,
    print: true,
    edit: true,
    upload: share.items.some((item) => item.objType === objType.folder),
  };
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
      {...closing}
      afterClose={close}
    >
      {rules.error !== null && <ErrorBox small error={rules.error} retry={() => void rules.refetch()} />}
      {rules.isPending && <Skeleton active />}
      {rules.data && (
        <ShareForm
          draft={draft}
          change={(changes) => {
            setChanged(true);
            setDraft((before) => ({ ...before, ...changes }));
          }}
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
  const t = useText('sharing.links');
  const [open, setOpen] = useState(true);
  const rules = useCall(shares.rules, {});
  const made: CreatedShare = { id: share.id, url: share.url, name: share.name, password: '', canMail: rules.data?.mail === true };
  const to = share.recipients.filter((recipient) => recipient.kind === 'mail' && !recipient.revoked).map((recipient) => recipient.name);
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
