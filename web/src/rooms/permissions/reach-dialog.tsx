import { permissions, type ReachedPlace } from '@dossier/contract/permissions';
import { areas, moduleType, objType } from '@dossier/contract/rights';
import { Modal, Select, type TableColumnsType } from 'antd';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import type { ShownPerson } from '../../ground/person-action.ts';
import { useText } from '../../ground/text.ts';
import { FileIcon } from '../../ground/ui/file-icon.tsx';
import { useCall } from '../../ground/use-call.ts';
import { levelWords } from './grant-fields.tsx';
import { pageSize, ReasonTable } from './reason-table.tsx';
import styles from './rights.module.css';

const areaWords = {
  [moduleType.enterprise]: 'areaEnterprise',
  [moduleType.my]: 'areaMy',
  [moduleType.system]: 'areaSystem',
} as const;

function ReachDialog({ person, own, close }: { person: ShownPerson; own: boolean; close: () => void }): ReactNode {
  const t = useText('permissions');
  const people = useText('people');
  const [open, setOpen] = useState(true);
  const [area, setArea] = useState<number>();
  const [pageNo, setPageNo] = useState(1);
  const input = { userId: person.id, pageNo, pageSize, ...(area !== undefined && { moduleType: area }) };
  const found = useCall(permissions.reachOf, input, { keep: true });
  const columns = useColumns();
  const title = own ? t('ownReach') : t('reachOfTitle', { name: person.fullName });
  return (
    <Modal open={open} title={title} width={900} footer={null} onCancel={() => setOpen(false)} afterClose={close}>
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
            options={[
              { value: 0, label: t('allAreas') },
              ...areas.map((value) => ({ value: value as number, label: people(areaWords[value]) })),
            ]}
          />
          <p className={styles.quiet}>{t(own ? 'ownReachHint' : 'reachOfHint')}</p>
        </div>
        <ReasonTable found={found} rowKey="id" columns={columns} empty={t('reachesNothing')} pageNo={pageNo} setPageNo={setPageNo} />
      </div>
    </Modal>
  );
}

function useColumns(): TableColumnsType<ReachedPlace> {
  const t = useText('permissions');
  const people = useText('people');
  const areaOf = (area: number): string => (area in areaWords ? people(areaWords[area as keyof typeof areaWords]) : '');
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

/** Shows the places that a person reaches, and why. */
export function openReach(person: ShownPerson, own = false): void {
  openDialog((close) => <ReachDialog person={person} own={own} close={close} />);
}
