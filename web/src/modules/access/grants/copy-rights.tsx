import { CopyOutlined } from '@ant-design/icons';
import { type Grant, type OwnGrant, permissions } from '@dossier/contract/access/permissions';
import { codes } from '@dossier/contract/core/codes';
import { right } from '@dossier/contract/core/rights';
import type { Item } from '@dossier/contract/documents/library';
import { Button, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { CallError, call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useCall } from '../../../platform/query.ts';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { Hint } from '../../../platform/ui/hint.tsx';
import { Card, Heading, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { useCurrentUser } from '../../identity/current-user.ts';
import { usePrincipalName } from '../../identity/role-names.ts';
import styles from '../access.module.css';
import { levelWords } from '../grant-fields.tsx';
import { PrincipalIcon } from '../principal-select.tsx';
import { refreshRights } from './grant-actions.ts';

/** Replaces the rights of an item by those of another item, after a preview of who gains and who loses. */
export function CopyRights({ item }: { item: Item }): ReactNode {
  const t = useText('access');
  const [open, setOpen] = useState(false);
  const [from, setFrom] = useState<string>();
  const close = (): void => {
    setOpen(false);
    setFrom(undefined);
  };
  if (!open)
    return (
      <div>
        <Button size="small" icon={<CopyOutlined />} onClick={() => setOpen(true)}>
          {t('copyRights')}
        </Button>
      </div>
    );
  return (
    <Card gap={2} pad={3} role="group" aria-label={t('copyRights')}>
      <Row gap={2} wrap>
        <SourceSelect value={from} onChange={setFrom} except={item.id} />
        <Button onClick={close}>{t('cancel')}</Button>
      </Row>
      {from === undefined ? <Hint>{t('copyHint')}</Hint> : <CopyPreview item={item} fromId={from} close={close} />}
    </Card>
  );
}

/** The ACL roots that the user manages. */
function SourceSelect({
  value,
  onChange,
  except,
}: {
  value: string | undefined;
  onChange: (id: string) => void;
  except: string;
}): ReactNode {
  const t = useText('access');
  const user = useCurrentUser();
  const found = useCall(permissions.reachOf, { userId: user.id, pageSize: 1000 }, { staleTime: 30_000 });
  const places = (found.data?.list ?? []).filter((candidate) => candidate.id !== except && (candidate.level & right.manage) !== 0);
  return (
    <Select
      className={styles.grantee ?? ''}
      autoFocus
      showSearch={{ optionFilterProp: 'label' }}
      aria-label={t('copyFrom')}
      placeholder={t('copyFrom')}
      value={value ?? null}
      onChange={(id: string | null) => id !== null && onChange(id)}
      loading={found.isFetching}
      notFoundContent={found.error === null ? t('reachesNothing') : found.error.message}
      options={places.map((candidate) => ({ value: candidate.id, label: [candidate.path, candidate.name].filter(Boolean).join('/') }))}
    />
  );
}

function CopyPreview({ item, fromId, close }: { item: Item; fromId: string; close: () => void }): ReactNode {
  const t = useText('access');
  const [sending, setSending] = useState(false);
  const answer = useCall(permissions.copyPreview, { objId: item.id, fromId });
  if (answer.error !== null) return <ErrorBox small error={answer.error} retry={() => void answer.refetch()} />;
  if (answer.data === undefined) return <Hint>{t('searching')}</Hint>;
  const { given, taken } = answer.data;
  if (given.length + taken.length === 0) return <Hint>{t('copyNothing')}</Hint>;
  const undo = async (grants: OwnGrant[], seen: OwnGrant[]): Promise<void> => {
    try {
      await call(permissions.replace, { objId: item.id, grants, seen }, { quiet: true });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const isOvertaken = error.code === codes.changedMeanwhile.code;
      notice.error(isOvertaken ? t('copyOvertaken', { name: item.name }) : error.message);
    }
    await refreshRights();
  };
  const copy = async (): Promise<void> => {
    setSending(true);
    try {
      const { before, after } = await call(permissions.copy, { objId: item.id, fromId });
      close();
      await refreshRights();
      const run = (): void => void undo(before, after).catch(() => undefined);
      notice.undo(t('rightsCopied', { name: item.name }), { label: t('undo'), about: [item.id], run });
    } catch {
      setSending(false);
    }
  };
  return (
    <>
      <Changes title={t('wouldGive')} grants={given} />
      <Changes title={t('wouldTake')} grants={taken} />
      <div>
        <Button type="primary" loading={sending} onClick={() => void copy()}>
          {t('copyNow')}
        </Button>
      </div>
    </>
  );
}

function Changes({ title, grants }: { title: string; grants: Grant[] }): ReactNode {
  const t = useText('access');
  const granteeName = usePrincipalName();
  if (grants.length === 0) return null;
  return (
    <Stack as="section" gap={2} aria-label={title}>
      <SmallHeading>{title}</SmallHeading>
      <Stack as="ul" gap={2}>
        {grants.map((grant) => (
          <Row as="li" key={`${grant.id} ${grant.reach}`} gap={2}>
            <PrincipalIcon type={grant.granteeType} />
            <Text truncate grow>
              {granteeName(grant.granteeType, grant.granteeName)}
            </Text>
            <Text size="xs" tone="muted">{`${levelWords(t, grant.level)} · ${t(`reach_${grant.reach}`)}`}</Text>
          </Row>
        ))}
      </Stack>
    </Stack>
  );
}

/** The heading of a part of a dialog, in small letters. */
export function SmallHeading({ children }: { children: ReactNode }): ReactNode {
  return (
    <Heading level={2} size="s">
      <Text size="xs" tone="muted" strong>
        {children}
      </Text>
    </Heading>
  );
}
