import { BugOutlined, CheckOutlined, DeleteOutlined, EyeOutlined, ScanOutlined } from '@ant-design/icons';
import { type IsolatedFile, isolation } from '@dossier/contract/governance/isolation';
import { objType } from '@dossier/contract/core/rights';
import type { OutputOf } from '@dossier/contract/core/route';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Form, Input, Modal, Segmented, type TableColumnsType, Tag } from 'antd';
import { type ReactNode, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { openDialog } from '../../../platform/dialogs.ts';
import { useLanguage, useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { chosenPageSize } from '../../../platform/ui/data-table/list-preferences.ts';
import { FileIcon } from '../../../platform/ui/file-icon.tsx';
import { FormDialog } from '../../../platform/ui/form-dialog.tsx';
import { FileSize, formatExactTime, formatNumber, RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { useMedia } from '../../../platform/ui/hooks.ts';
import { Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { IconCell } from '../../../platform/ui/list-cells.tsx';
import { Facts, Page, Toolbar } from '../../../platform/ui/page-layout.tsx';
import { PagedTable, type RowMenu } from '../../../platform/ui/paged-table.tsx';

type Status = OutputOf<typeof isolation.status>;

const lookAgainMs = 5000;

/** Says whether the scanner works, how much waits for it and how far the check of all files is. */
function ScannerBar(): ReactNode {
  const found = useQuery({
    queryKey: [isolation.status.path, {}],
    queryFn: ({ signal }) => call(isolation.status, {}, { quiet: true, signal }),
    refetchInterval: lookAgainMs,
  });
  if (found.data === undefined) return null;
  return <ScannerState status={found.data} />;
}

function ScannerState({ status }: { status: Status }): ReactNode {
  const t = useText('governance');
  const language = useLanguage();
  const rescan = useCallMutation(isolation.rescan, { refresh: [isolation.status] });
  if (!status.configured) return <Alert type="info" showIcon title={t('scannerOff')} description={t('scannerOffHint')} />;
  const waiting = status.waiting === 0 ? undefined : t('scannerWaiting', { count: status.waiting });
  const begun = status.scan === undefined ? '' : formatExactTime(status.scan.begun);
  const done = formatNumber(status.scan?.done ?? 0, language);
  const checked = status.scan && t(status.scan.ended === undefined ? 'rescanRunning' : 'rescanDone', { time: begun, done });
  return (
    <Stack gap={2}>
      {status.downSince !== undefined && (
        <Alert
          type="warning"
          showIcon
          title={t('scannerDown', { time: formatExactTime(status.downSince) })}
          description={t('scannerDownHint')}
        />
      )}
      <Row gap={3} wrap justify="between">
        <Text role="status" tone="muted" numeric>
          {[status.signatures, waiting, checked].filter((part) => part !== undefined && part !== '').join(' · ')}
        </Text>
        <Button size="small" icon={<ScanOutlined />} loading={rescan.isPending} onClick={() => rescan.mutate({})}>
          {t('rescan')}
        </Button>
      </Row>
    </Stack>
  );
}

function NameCell({ file: { name, ext, documents } }: { file: IsolatedFile }): ReactNode {
  const t = useText('governance');
  return (
    <IconCell icon={<FileIcon objType={objType.document} ext={ext} />}>
      {name === undefined ? <Text tone="muted">{t('hidden')}</Text> : <span>{name}</span>}
      {documents > 1 && <Text tone="muted"> {t('inDocuments', { count: documents })}</Text>}
    </IconCell>
  );
}

const colors = { infected: 'error', unchecked: 'warning', released: 'default', deleted: 'default' } as const;

function StateCell({ file: { state, deciderName, reason } }: { file: IsolatedFile }): ReactNode {
  const t = useText('governance');
  return (
    <span>
      <Tag color={colors[state]}>{t(`isolated_${state}`)}</Tag>
      {deciderName !== undefined && <Text tone="muted">{[deciderName, reason].filter(Boolean).join(' · ')}</Text>}
    </span>
  );
}

/** The columns; on a phone the first has all facts. */
function useColumns(): TableColumnsType<IsolatedFile> {
  const t = useText('governance');
  const phone = useMedia('phone');
  return [
    {
      key: 'name',
      title: t('file'),
      render: (_, file) =>
        phone ? (
          <Stack>
            <NameCell file={file} />
            <Text>{file.threat}</Text>
            <small>
              <StateCell file={file} /> {file.uploaderName} · <RelativeTime iso={file.time} />
            </small>
          </Stack>
        ) : (
          <NameCell file={file} />
        ),
    },
    { key: 'threat', title: t('threat'), render: (_, { threat }) => threat },
    { key: 'state', title: t('decision'), render: (_, file) => <StateCell file={file} /> },
    { key: 'uploader', title: t('uploader'), render: (_, { uploaderName }) => uploaderName },
    { key: 'size', title: t('size'), align: 'end', render: (_, { size }) => <FileSize bytes={size} /> },
    { key: 'time', title: t('when'), align: 'end', render: (_, { time }) => <RelativeTime iso={time} /> },
  ];
}

/** Names the documents that have a file; the server logs the access. */
async function openDetails(file: IsolatedFile): Promise<void> {
  const seen = await call(isolation.look, { id: file.id });
  openDialog((close) => <DetailsDialog file={file} seen={seen} close={close} />);
}

interface DetailsProps {
  file: IsolatedFile;
  seen: OutputOf<typeof isolation.look>;
  close: () => void;
}

function DetailsDialog({ file, seen, close }: DetailsProps): ReactNode {
  const t = useText('governance');
  const [open, setOpen] = useState(true);
  const [state, size] = [<StateCell key="state" file={file} />, <FileSize key="size" bytes={file.size} />];
  const documents = (
    <Stack as="ul" gap={2}>
      {seen.documents.map(({ name, path, uploaderName, gone }, at) => (
        <li key={at}>
          {name}
          <Text as="div" tone="muted">
            {[path, uploaderName, gone ? t('documentGone') : ''].filter(Boolean).join(' · ')}
          </Text>
        </li>
      ))}
    </Stack>
  );
  return (
    <Modal
      open={open}
      title={file.threat}
      footer={
        <Button type="primary" onClick={() => setOpen(false)}>
          {t('close')}
        </Button>
      }
      onCancel={() => setOpen(false)}
      afterClose={close}
    >
      <Stack gap={4}>
        <Facts
          vertical
          facts={[
            [t('decision'), state],
            [t('when'), formatExactTime(file.time)],
            [t('size'), size],
            ['SHA-256', seen.sha256],
            [t('documents'), documents],
          ]}
        />
        <Text as="p" tone="muted">
          {t('lookNoted')}
        </Text>
      </Stack>
    </Modal>
  );
}

function ReleaseDialog({ file, close }: { file: IsolatedFile; close: () => void }): ReactNode {
  const t = useText('governance');
  const release = useCallMutation(isolation.release, { refresh: [isolation.list] });
  const save = async ({ reason }: { reason: string }): Promise<void> => {
    await release.mutateAsync({ id: file.id, reason });
    notice.success(t('released'));
  };
  return (
    <FormDialog<{ reason: string }> title={t('releaseAsk', { name: file.name ?? file.threat })} ok={t('release')} save={save} close={close}>
      <Text as="p" tone="muted">
        {t('releaseText')}
      </Text>
      <Form.Item name="reason" label={t('reason')} rules={[{ required: true, whitespace: true, message: t('reasonNeeded') }]}>
        <Input.TextArea maxLength={500} rows={3} />
      </Form.Item>
    </FormDialog>
  );
}

/** What the office does with a file. */
function useFileMenu(): RowMenu<IsolatedFile> {
  const t = useText('governance');
  const remove = useCallMutation(isolation.delete, { refresh: [isolation.list] });
  const askDelete = async (file: IsolatedFile): Promise<void> => {
    const question = {
      title: t('isolatedDeleteAsk', { name: file.name ?? file.threat }),
      text: t('isolatedDeleteText'),
      ok: t('isolatedDelete'),
    };
    if (!(await confirm({ ...question, danger: true }))) return;
    await remove.mutateAsync({ id: file.id });
    notice.success(t('isolatedDeleted'));
  };
  return (file) => [
    { key: 'look', icon: <EyeOutlined />, label: t('details'), onClick: () => void openDetails(file).catch(() => undefined) },
    ...(file.state === 'infected' || file.state === 'unchecked'
      ? [
          {
            key: 'release',
            icon: <CheckOutlined />,
            label: t('release'),
            onClick: () => openDialog((close) => <ReleaseDialog file={file} close={close} />),
          },
          {
            key: 'delete',
            icon: <DeleteOutlined />,
            label: t('isolatedDelete'),
            danger: true,
            onClick: () => void askDelete(file).catch(() => undefined),
          },
        ]
      : []),
  ];
}

type View = 'open' | 'decided';

/** What the virus scanner found: seen, released and deleted by the security office. */
export function IsolationPage(): ReactNode {
  const t = useText('governance');
  const [view, setView] = useState<View>('open');
  const [page, setPage] = useState({ pageNo: 1, pageSize: chosenPageSize() });
  const found = useCall(isolation.list, { ...page, ...(view === 'decided' && { decided: true }) }, { keep: true });
  const columns = useColumns();
  const menu = useFileMenu();
  const empty = {
    icon: <BugOutlined />,
    ...(view === 'open' ? { title: t('noIsolated'), hint: t('noIsolatedHint') } : { title: t('noDecided') }),
  };
  return (
    <Page>
      <ScannerBar />
      <Toolbar>
        <Segmented<View>
          aria-label={t('decision')}
          value={view}
          options={(['open', 'decided'] as const).map((value) => ({ value, label: t(`isolation_${value}`) }))}
          onChange={(value) => {
            setView(value);
            setPage({ ...page, pageNo: 1 });
          }}
        />
      </Toolbar>
      <PagedTable<IsolatedFile, typeof page>
        found={found}
        page={page}
        setPage={setPage}
        columns={columns}
        empty={empty}
        menuOf={menu}
        menuName={(file) => t('actionsOf', { name: file.name ?? file.threat })}
      />
    </Page>
  );
}
