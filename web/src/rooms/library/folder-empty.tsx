import { DatabaseOutlined, FolderOpenOutlined, SearchOutlined } from '@ant-design/icons';
import { objType } from '@dossier/contract/rights';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { ReadyAction } from '../../ground/item-context.ts';
import { useText } from '../../ground/text.ts';
import { Empty } from '../../ground/ui/empty.tsx';
import { can } from './area.ts';
import styles from './library.module.css';
import type { Place } from './use-place.ts';

interface FolderEmptyProps {
  place: Place;
  keyword: string | undefined;
  actions: readonly ReadyAction[];
  clear: () => void;
}

/** Nothing here: what belongs here and how it gets here, or that the filter found nothing. */
export function FolderEmpty({ place, keyword, actions, clear }: FolderEmptyProps): ReactNode {
  const t = useText('library');
  if (keyword !== undefined && keyword !== '') {
    return (
      <Empty icon={<SearchOutlined />} title={t('noMatch', { keyword })} action={<Button onClick={clear}>{t('clearFilter')}</Button>} />
    );
  }
  const offers = actions.slice(0, 3).map((action) => (
    <Button key={action.id} icon={action.icon} onClick={action.run}>
      {action.label}
    </Button>
  ));
  const start = offers.length > 0 && <div className={styles.offers}>{offers}</div>;
  if (place.id === undefined) {
    return (
      <Empty
        icon={<DatabaseOutlined />}
        title={t('noCabinets')}
        hint={t(offers.length > 0 ? 'noCabinetsHint' : 'noCabinetsAsk')}
        action={start}
      />
    );
  }
  return (
    <Empty
      icon={<FolderOpenOutlined />}
      title={t(place.ancestors.at(-1)?.objType === objType.cabinet ? 'emptyCabinet' : 'emptyFolder')}
      {...(can(place.rights, 'upload') && { hint: t('emptyFolderHint') })}
      action={start}
    />
  );
}
