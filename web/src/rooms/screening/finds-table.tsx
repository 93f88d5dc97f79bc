import { CheckOutlined, EyeOutlined, RollbackOutlined, WarningOutlined } from '@ant-design/icons';
import { type FindState, screening, type WordFind } from '@dossier/contract/screening';
import { Button, type MenuProps } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { useSend } from '../../ground/use-call.ts';
import { type Found, type PageOf, PagedTable } from '../people/paged-table.tsx';
import { useFindColumns } from './find-columns.tsx';
import { openFind } from './open-find.tsx';
import styles from './screening.module.css';

interface TableProps {
  found: Found<WordFind>;
  page: PageOf;
  setPage: (page: PageOf) => void;
  narrowed: boolean;
}

const signs: Record<FindState, ReactNode> = { harmless: <CheckOutlined />, confirmed: <WarningOutlined />, open: <RollbackOutlined /> };

/** Finds in pages; one or many are decided on at once. */
export function FindsTable({ found, page, setPage, narrowed }: TableProps): ReactNode {
  const t = useText('screening');
  const [chosen, setChosen] = useState<string[]>([]);
  const send = useSend(screening.decide, { refresh: [screening.finds] });
  const decide = async (ids: string[], judgement: FindState): Promise<void> => {
    await send.mutateAsync({ ids, judgement });
    setChosen([]);
  };
  const columns = useFindColumns();
  const shown = new Set(found.data?.list.map(({ id }) => id));
  const picked = chosen.filter((id) => shown.has(id));
  const menu = (find: WordFind): NonNullable<MenuProps['items']> => [
    { key: 'look', icon: <EyeOutlined />, label: t('look'), onClick: () => void openFind(find).catch(() => undefined) },
    ...(['harmless', 'confirmed', 'open'] as const)
      .filter((state) => state !== find.state)
      .map((state) => ({
        key: state,
        icon: signs[state],
        label: t(`decide_${state}`),
        onClick: () => void decide([find.id], state).catch(() => undefined),
      })),
  ];
  return (
    <>
      {picked.length > 0 && <Chosen ids={picked} busy={send.isPending} decide={decide} />}
      <PagedTable<WordFind, PageOf>
        found={found}
        page={page}
        setPage={setPage}
        columns={columns}
        empty={narrowed ? { title: t('noFinds'), hint: t('noFindsHint') } : { title: t('nothingFound'), hint: t('nothingFoundHint') }}
        menuOf={menu}
        menuName={(find) => t('actionsOf', { name: find.word })}
        choice={{
          selectedRowKeys: picked,
          onChange: (keys) => setChosen(keys.map(String)),
          getCheckboxProps: (find) => ({ 'aria-label': t('choose', { word: find.word }) }),
        }}
      />
    </>
  );
}

interface ChosenProps {
  ids: string[];
  busy: boolean;
  decide: (ids: string[], judgement: FindState) => Promise<void>;
}

/** What can be done with all that are chosen. */
function Chosen({ ids, busy, decide }: ChosenProps): ReactNode {
  const t = useText('screening');
  return (
    <div className={styles.chosen} role="status">
      <span>{t('chosen', { n: ids.length })}</span>
      {(['harmless', 'confirmed'] as const).map((state) => (
        <Button key={state} size="small" icon={signs[state]} loading={busy} onClick={() => void decide(ids, state).catch(() => undefined)}>
          {t(`decide_${state}`)}
        </Button>
      ))}
    </div>
  );
}
