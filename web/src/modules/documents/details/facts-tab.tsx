import { objType } from '@dossier/contract/core/rights';
import type { Item, ItemDetail } from '@dossier/contract/documents/library';
import type { ReactNode } from 'react';
import { type TextOf, useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { FileSize, formatExactTime } from '../../../platform/ui/formatted-values.tsx';
import { Row } from '../../../platform/ui/layout.tsx';
import { Facts } from '../../../platform/ui/page-layout.tsx';
import { detailRoute } from '../areas.ts';
import styles from '../details.module.css';
import { TagSign } from '../tag-marks.tsx';

const typeKeys = { [objType.cabinet]: 'cabinet', [objType.folder]: 'folder', [objType.document]: 'document' } as const;

/** The properties of an item. */
export function FactsTab({ item }: { item: Item }): ReactNode {
  const t = useText('documents.library');
  const detail = useCall(detailRoute(item.objType), { id: item.id });
  if (detail.error !== null && detail.data === undefined)
    return <ErrorBox small error={detail.error} retry={() => void detail.refetch()} />;
  return <Facts vertical className={styles.facts} facts={factsOf(t, { ...item, ...detail.data })} />;
}

type KnownFacts = Item & Partial<ItemDetail>;

function factsOf(t: TextOf<'documents.library'>, item: KnownFacts): [string, ReactNode][] {
  const rows: [string, ReactNode | undefined][] = [
    [t('type'), typeOf(t, item)],
    [t('size'), item.size === undefined ? undefined : <FileSize key="size" bytes={item.size} />],
    [t('contents'), item.childCount === undefined ? undefined : t('countItems', { count: item.childCount })],
    [t('textOnPages'), item.recognised === true ? t('textRecognised') : undefined],
    [t('path'), item.path],
    [t('version'), item.versionLabel],
    [t('owner'), item.ownerName],
    [t('creator'), item.creatorName],
    [t('createTime'), <Moment key="created" iso={item.createTime} />],
    [t('updater'), item.updaterName],
    [t('updateTime'), <Moment key="updated" iso={item.updateTime} />],
    [t('tags'), item.tags === undefined || item.tags.length === 0 ? undefined : <TagLine key="tags" item={item} />],
    [t('lockState'), item.lockUserName === undefined ? undefined : t('lockedBy', { name: item.lockUserName })],
    [t('editors'), item.editors?.join(', ')],
    [
      t('lockTime'),
      item.lockUserName === undefined || item.lockTime === undefined ? undefined : <Moment key="locked" iso={item.lockTime} />,
    ],
    [t('sortNumber'), item.sortNumber],
    [t('description'), item.description === '' ? undefined : item.description],
    ['ID', item.id],
  ];
  return rows.filter((row): row is [string, ReactNode] => row[1] !== undefined);
}

function typeOf(t: TextOf<'documents.library'>, item: KnownFacts): string {
  const word = t(typeKeys[item.objType as 31] ?? 'document');
  if (item.publishing) return `${word} · ${t('publishing')}`;
  return item.ext === undefined || item.ext === '' ? word : `${word} · ${item.ext.toUpperCase()}`;
}

function TagLine({ item }: { item: KnownFacts }): ReactNode {
  return (
    <Row as="span" gap={1} wrap>
      {item.tags?.map((tag) => (
        <TagSign key={tag.id} tag={tag} />
      ))}
    </Row>
  );
}

function Moment({ iso }: { iso: string }): ReactNode {
  return <time dateTime={iso}>{formatExactTime(iso).slice(0, 16)}</time>;
}
