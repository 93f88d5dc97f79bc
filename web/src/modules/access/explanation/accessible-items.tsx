import { DownloadOutlined } from '@ant-design/icons';
import { type AccessibleItem, permissions } from '@dossier/contract/access/permissions';
import { areas, moduleType, objType } from '@dossier/contract/core/rights';
import { Button, Select, type TableColumnsType } from 'antd';
import { type ReactNode, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { formatExactTime } from '../../../platform/format.ts';
import { useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';
import { saveCsv } from '../../../platform/save-csv.ts';
import { FileIcon } from '../../../platform/ui/file-icon.tsx';
import type { ListedUser } from '../../identity/user-extensions.ts';
import { levelWords } from '../grant-fields.tsx';
import styles from '../rights.module.css';
import { type AccessAudit, auditInput, renewingAudit, useAreaName } from './access-audit.ts';
import { ReasonTable, pageSize, useReasonWords } from './grant-sources.tsx';

const exportPageSize = 1000;

interface ExportInput {
  area: number | undefined;
  look: AccessAudit | undefined;
}

async function allPlaces(userId: string, { area, look }: ExportInput): Promise<AccessibleItem[]> {
  const all: AccessibleItem[] = [];
  for (let pageNo = 1; ; pageNo++) {
    const asked = { userId, pageNo, pageSize: exportPageSize, ...(area !== undefined && { moduleType: area }), ...auditInput(look) };
    const { list } = await call(permissions.reachOf, asked);
    all.push(...list);
    if (list.length < exportPageSize) return all;
  }
}

/** Saves every place that a person reaches, with the reasons, as a table. */
function useAccessibleItemsExport(person: Pick<ListedUser, 'id' | 'fullName'>, asked: ExportInput): { busy: boolean; save: () => void } {
  const t = useText('access');
  const areaWord = useAreaName();
  const reasons = useReasonWords();
  const [busy, setBusy] = useState(false);
  const rowOf = (one: AccessibleItem): string[] => [
    one.name,
    [areaWord(one.moduleType), one.path].filter(Boolean).join('/'),
    levelWords(t, one.level),
    levelWords(t, one.inside),
    one.until === undefined ? t('permanent') : formatExactTime(one.until),
    one.owner ? t('owner') : '',
    reasons(one.sources),
  ];
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const head = [t('place'), t('area'), t('level'), t('levelInside'), t('deadline'), t('marks'), t('reasons')];
      saveCsv(t('reachOfTitle', { name: person.fullName }), [head, ...(await allPlaces(person.id, asked)).map(rowOf)]);
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
  /** Which places these are. */
  hint: string;
  look?: AccessAudit;
}

/** The places with rights of their own that a person reaches, each with the reasons. */
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
  // an office is told of no personal documents but how many there are
  const offered = look === undefined ? areas : areas.filter((value) => value !== moduleType.my);
  return (
    <div className={styles.who}>
      <div className={styles.form}>
        <Select
          className={styles.reach ?? ''}
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
      </div>
      <p className={styles.quiet}>{hint}</p>
      {hidden > 0 && (
        <p className={styles.quiet} role="status">
          {t('officeHidden', { count: hidden })}
        </p>
      )}
      <ReasonTable
        found={renewingAudit(found, look)}
        rowKey="id"
        columns={columns}
        empty={t('reachesNothing')}
        pageNo={pageNo}
        setPageNo={setPageNo}
      />
    </div>
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
      render: (_, one) => (
        <span className={styles.reacher}>
          <FileIcon objType={one.objType} ext={one.ext} />
          <span>{one.name}</span>
          <small>{[areaOf(one.moduleType), one.path].filter(Boolean).join(' / ')}</small>
        </span>
      ),
    },
    {
      key: 'level',
      title: t('level'),
      render: (_, one) => [levelWords(t, one.level), ...(insideOf(one) === undefined ? [] : [insideOf(one)])].join(' · '),
    },
  ];
}
