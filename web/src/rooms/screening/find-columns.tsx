import type { WordFind } from '@dossier/contract/screening';
import { objType } from '@dossier/contract/rights';
import { type TableColumnsType, Tag } from 'antd';
import type { ReactNode } from 'react';
import { useMedia } from '../../ground/hooks/use-media.ts';
import { useText } from '../../ground/text.ts';
import { FileIcon } from '../../ground/ui/file-icon.tsx';
import { GoLink } from '../../ground/ui/go-link.tsx';
import { Time } from '../../ground/ui/time.tsx';
import { LevelTag } from './level-tag.tsx';
import styles from './screening.module.css';

interface Cell {
  find: WordFind;
}

function ItemCell({ find: { objId, objType: kind, ext, name, word } }: Cell): ReactNode {
  const t = useText('screening');
  const isDocument = kind === objType.document;
  return (
    <span className={styles.item}>
      <FileIcon objType={kind} ext={ext} />
      {objId === undefined && <span className={styles.faint}>{t('hidden')}</span>}
      {objId !== undefined && !isDocument && <span>{name}</span>}
      {objId !== undefined && isDocument && (
        <GoLink to="/previewOnline" query={{ id: objId, keyword: word }}>
          {name}
        </GoLink>
      )}
    </span>
  );
}

function WordCell({ find: { word, count, held } }: Cell): ReactNode {
  const t = useText('screening');
  return (
    <span>
      {word}
      {count > 1 && <small className={styles.faint}> ×{count}</small>} {held && <Tag color="error">{t('held')}</Tag>}
    </span>
  );
}

function StateCell({ find: { state, deciderName } }: Cell): ReactNode {
  const t = useText('screening');
  return (
    <span>
      {t(`state_${state}`)}
      {deciderName !== undefined && <small className={styles.faint}> · {deciderName}</small>}
    </span>
  );
}

/** On a phone one column tells it all. */
function CardCell({ find }: Cell): ReactNode {
  const t = useText('screening');
  return (
    <div className={styles.card}>
      <strong>
        <WordCell find={find} />
      </strong>
      <ItemCell find={find} />
      <small>
        <LevelTag level={find.level} /> {t(`place_${find.place}` as 'place_1')} · {find.ownerName} · <StateCell find={find} />
      </small>
    </div>
  );
}

/** What a find tells in its row. */
export function useFindColumns(): TableColumnsType<WordFind> {
  const t = useText('screening');
  const phone = useMedia('phone');
  return [
    { key: 'word', title: t('word'), render: (_, find) => (phone ? <CardCell find={find} /> : <WordCell find={find} />) },
    { key: 'level', title: t('level'), render: (_, { level }) => <LevelTag level={level} /> },
    { key: 'item', title: t('item'), render: (_, find) => <ItemCell find={find} /> },
    { key: 'place', title: t('foundIn'), render: (_, { place }) => t(`place_${place}` as 'place_1') },
    { key: 'group', title: t('group'), render: (_, { groupName }) => groupName },
    { key: 'owner', title: t('owner'), render: (_, { ownerName }) => ownerName },
    { key: 'state', title: t('decision'), render: (_, find) => <StateCell find={find} /> },
    { key: 'time', title: t('when'), align: 'end', render: (_, { time }) => <Time iso={time} /> },
  ];
}
