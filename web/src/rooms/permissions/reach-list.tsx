import { DownloadOutlined } from '@ant-design/icons';
import { permissions, type ReachedPlace } from '@dossier/contract/permissions';
import { areas, moduleType, objType } from '@dossier/contract/rights';
import { Button, Select, type TableColumnsType } from 'antd';
import { type ReactNode, useState } from 'react';
import type { ShownPerson } from '../../ground/person-action.ts';
import { useText } from '../../ground/text.ts';
import { FileIcon } from '../../ground/ui/file-icon.tsx';
import { useCall } from '../../ground/use-call.ts';
import { useAreaWord } from './area-words.ts';
import { levelWords } from './grant-fields.tsx';
import { foundBy, lookOf, type OfficeLook } from './office-look.ts';
import { pageSize, ReasonTable } from './reason-table.tsx';
import styles from './rights.module.css';
import { useReachFile } from './use-reach-file.ts';

interface ReachListProps {
  person: Pick<ShownPerson, 'id' | 'fullName'>;
  /** Which places these are. */
  hint: string;
  look?: OfficeLook;
}

/** The places with rights of their own that a person reaches, each with the reasons. */
export function ReachList({ person, hint, look }: ReachListProps): ReactNode {
  const t = useText('permissions');
  const areaWord = useAreaWord();
  const [area, setArea] = useState<number>();
  const [pageNo, setPageNo] = useState(1);
  const input = { userId: person.id, pageNo, pageSize, ...(area !== undefined && { moduleType: area }), ...lookOf(look) };
  const found = useCall(permissions.reachOf, input, { keep: true });
  const file = useReachFile(person, { area, look });
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
          {t('officeHidden', { n: hidden })}
        </p>
      )}
      <ReasonTable
        found={foundBy(found, look)}
        rowKey="id"
        columns={columns}
        empty={t('reachesNothing')}
        pageNo={pageNo}
        setPageNo={setPageNo}
      />
    </div>
  );
}

function useColumns(): TableColumnsType<ReachedPlace> {
  const t = useText('permissions');
  const areaOf = useAreaWord();
  const insideOf = ({ objType: kind, inside, level }: ReachedPlace): string | undefined =>
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
