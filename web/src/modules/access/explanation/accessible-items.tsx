import { DownloadOutlined } from '@ant-design/icons';
import { type AccessibleItem, permissions } from '@dossier/contract/access/permissions';
import { areas, moduleType, objType } from '@dossier/contract/core/rights';
import { Button, Modal, Select, type TableColumnsType } from 'antd';
import { type ReactNode, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';
import { saveCsv } from '../../../platform/save-csv.ts';
import { FileIcon } from '../../../platform/ui/file-icon.tsx';
import { Hint } from '../../../platform/ui/hint.tsx';
import { Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import type { ListedUser } from '../../identity/user-extensions.ts';
import styles from '../access.module.css';
import { levelWords } from '../grant-fields.tsx';
import { type AccessAudit, auditInput, renewingAudit, useAreaName } from './access-audit.ts';
import { ReasonTable, pageSize, useReasonWords } from './grant-sources.tsx';
import { formatExactTime } from '../../../platform/ui/formatted-values.tsx';

const exportPageSize = 1000;

interface ExportInput {
  area: number | undefined;
  look: AccessAudit | undefined;
}

async function allPlaces(userId: string, { area, look }: ExportInput): Promise<AccessibleItem[]> {
  const all: AccessibleItem[] = [];
  for (let pageNo = 1; ; pageNo++) {
    const callInput = { userId, pageNo, pageSize: exportPageSize, ...(area !== undefined && { moduleType: area }), ...auditInput(look) };
    const { list } = await call(permissions.reachOf, callInput);
    all.push(...list);
    if (list.length < exportPageSize) return all;
  }
}

/** Exports every item that a user has access to, with the reasons, as a table. */
function useAccessibleItemsExport(
  person: Pick<ListedUser, 'id' | 'fullName'>,
  callInput: ExportInput,
): { busy: boolean; save: () => void } {
  const t = useText('access');
  const areaWord = useAreaName();
  const reasons = useReasonWords();
  const [busy, setBusy] = useState(false);
  const rowOf = (accessible: AccessibleItem): string[] => [
    accessible.name,
    [areaWord(accessible.moduleType), accessible.path].filter(Boolean).join('/'),
    levelWords(t, accessible.level),
    levelWords(t, accessible.inside),
    accessible.until === undefined ? t('permanent') : formatExactTime(accessible.until),
    accessible.owner ? t('owner') : '',
    reasons(accessible.sources),
  ];
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const head = [t('place'), t('area'), t('level'), t('levelInside'), t('deadline'), t('marks'), t('reasons')];
      saveCsv(t('reachOfTitle', { name: person.fullName }), [head, ...(await allPlaces(person.id, callInput)).map(rowOf)]);
    } catch {
      // the refusal has been shown by `call`
    } finally {
      setBusy(false);
    }
  };
  return { busy, save: () => void save() };
}

interface AccessibleItemsProps {
  person: Pick<ListedUser, 'id' | 'fullName'>;
  /** Explains which items these are. */
  hint: string;
  look?: AccessAudit;
}

/** The ACL roots that a user has access to, each with the reasons. */
export function AccessibleItems({ person, hint, look }: AccessibleItemsProps): ReactNode {
  const t = useText('access');
  const areaWord = useAreaName();
  const [area, setArea] = useState<number>();
  const [pageNo, setPageNo] = useState(1);
  const input = { userId: person.id, pageNo, pageSize, ...(area !== undefined && { moduleType: area }), ...auditInput(look) };
  const found = useCall(permissions.reachOf, input, { keep: true });
  const file = useAccessibleItemsExport(person, { area, look });
  const columns = useColumns();
  const { totalNumber = 0, hidden = 0 } = found.data ?? {};
  // an access audit reveals only the number of items in personal areas
  const offered = look === undefined ? areas : areas.filter((value) => value !== moduleType.my);
  return (
    <Stack gap={3} className={styles.pane}>
      <Row gap={2} wrap>
        <Select
          className={styles.field ?? ''}
          aria-label={t('area')}
          value={area ?? 0}
          onChange={(value) => {
            setArea(value === 0 ? undefined : value);
            setPageNo(1);
          }}
          options={[{ value: 0, label: t('allAreas') }, ...offered.map((value) => ({ value: value as number, label: areaWord(value) }))]}
        />
        <Button icon={<DownloadOutlined />} loading={file.busy} disabled={totalNumber === 0} onClick={file.save}>
          {t('exportCsv')}
        </Button>
      </Row>
      <Hint>{hint}</Hint>
      {hidden > 0 && (
        <Text as="p" size="s" tone="muted" role="status">
          {t('officeHidden', { count: hidden })}
        </Text>
      )}
      <ReasonTable
        found={renewingAudit(found, look)}
        rowKey="id"
        columns={columns}
        empty={t('reachesNothing')}
        pageNo={pageNo}
        setPageNo={setPageNo}
      />
    </Stack>
  );
}

function useColumns(): TableColumnsType<AccessibleItem> {
  const t = useText('access');
  const areaOf = useAreaName();
  const insideOf = ({ objType: kind, inside, level }: AccessibleItem): string | undefined =>
    kind === objType.document || inside === level ? undefined : t('insideLevel', { level: levelWords(t, inside) });
  return [
    {
      key: 'name',
      title: t('place'),
      render: (_, accessible) => (
        <Row as="span" gap={2} wrap>
          <FileIcon objType={accessible.objType} ext={accessible.ext} />
          <span>{accessible.name}</span>
          <Text size="xs" tone="muted">
            {[areaOf(accessible.moduleType), accessible.path].filter(Boolean).join(' / ')}
          </Text>
        </Row>
      ),
    },
    {
      key: 'level',
      title: t('level'),
      render: (_, accessible) =>
        [levelWords(t, accessible.level), ...(insideOf(accessible) === undefined ? [] : [insideOf(accessible)])].join(' · '),
    },
  ];
}

function AccessibleItemsDialog({ person, own, close }: { person: ListedUser; own: boolean; close: () => void }): ReactNode {
  const t = useText('access');
  const [open, setOpen] = useState(true);
  const title = own ? t('ownReach') : t('reachOfTitle', { name: person.fullName });
  return (
    <Modal open={open} title={title} width={900} footer={null} onCancel={() => setOpen(false)} afterClose={close}>
      <AccessibleItems person={person} hint={t(own ? 'ownReachHint' : 'reachOfHint')} />
    </Modal>
  );
}

/** Shows the items that a user has access to, and why. */
export function openAccessibleItems(person: ListedUser, own = false): void {
  openDialog((close) => <AccessibleItemsDialog person={person} own={own} close={close} />);
}
