import { hasThumbnail } from '@dossier/contract/core/file-types';
import { objType } from '@dossier/contract/core/rights';
import type { Item, ItemDetail } from '@dossier/contract/documents/library';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { type TextOf, useText } from '../../../platform/i18n.ts';
import { useFreeActions, useMarkedActions } from '../../../platform/item-actions.ts';
import { useNavigate } from '../../../platform/navigation.ts';
import { useCall } from '../../../platform/query.ts';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { FileSize, formatExactTime } from '../../../platform/ui/formatted-values.tsx';
import { Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { Facts } from '../../../platform/ui/page-layout.tsx';
import { AppLink } from '../../../platform/ui/links.tsx';
import { ItemThumbnail } from '../../../platform/ui/thumbnails.tsx';
import { can, detailRoute, placePath } from '../areas.ts';
import styles from '../details.module.css';
import { useHolder } from '../holdings.ts';
import { OwnerOnly } from '../owner-only.tsx';
import { TagSign } from '../tag-marks.tsx';
import { dayOf } from '../validity-mark.tsx';

const typeKeys = { [objType.cabinet]: 'cabinet', [objType.folder]: 'folder', [objType.document]: 'document' } as const;

/** The properties of an item. */
export function FactsTab({ item }: { item: Item }): ReactNode {
  const t = useText('documents.library');
  const dates = useText('documents.validity');
  const detail = useCall(detailRoute(item.objType), { id: item.id });
  if (detail.error !== null && detail.data === undefined)
    return <ErrorBox small error={detail.error} retry={() => void detail.refetch()} />;
  const known = { ...item, ...detail.data };
  return (
    <>
      {hasPicture(known) && (
        <div className={styles.picture}>
          <ItemThumbnail item={known} icon={64} />
        </div>
      )}
      <HolderBlock item={known} />
      {known.ownerOnly === true && (
        <div className={styles.holder}>
          <OwnerOnly item={known} />
        </div>
      )}
      <Facts vertical className={styles.facts} facts={[...factsOf(t, known), ...validityFacts(dates, known)]} />
      <DetailActions item={item} />
      <details className={styles.more}>
        <summary>{t('moreFacts')}</summary>
        <Facts
          vertical
          className={styles.facts}
          facts={[
            [t('sortNumber'), known.sortNumber],
            ['ID', known.id],
          ]}
        />
      </details>
    </>
  );
}

/** What can be done about the properties. */
function DetailActions({ item }: { item: Item }): ReactNode {
  const go = useNavigate();
  const actions = useMarkedActions('inDetails', item, { place: 'list', go });
  if (actions.length === 0) return null;
  return (
    <Row gap={2} wrap pad={[2, 0]}>
      {actions.map(({ id, label, icon, run }) => (
        <Button key={id} size="small" icon={icon} onClick={run}>
          {label}
        </Button>
      ))}
    </Row>
  );
}

/** Who holds a document, and what can be done where that is another user. */
function HolderBlock({ item }: { item: Item }): ReactNode {
  const go = useNavigate();
  const holder = useHolder(item);
  const actions = useFreeActions(item, { place: 'list', go });
  if (holder === undefined) return null;
  return (
    <Stack gap={2} className={styles.holder}>
      <Text tone="muted">{holder}</Text>
      {actions.length > 0 && (
        <Row gap={2} wrap>
          {actions.map(({ id, label, icon, run }) => (
            <Button key={id} size="small" icon={icon} onClick={run}>
              {label}
            </Button>
          ))}
        </Row>
      )}
    </Stack>
  );
}

type KnownFacts = Item & Partial<ItemDetail>;

function factsOf(t: TextOf<'documents.library'>, item: KnownFacts): [string, ReactNode][] {
  const rows: [string, ReactNode | undefined][] = [
    [t('tags'), item.tags === undefined || item.tags.length === 0 ? undefined : <TagLine key="tags" item={item} />],
    [t('sharing'), item.shared === true ? t('sharedByYou') : undefined],
    [t('type'), typeOf(t, item)],
    [t('size'), item.size === undefined ? undefined : <FileSize key="size" bytes={item.size} />],
    [t('contents'), item.childCount === undefined ? undefined : t('countItems', { count: item.childCount })],
    [t('textOnPages'), item.recognised === true ? t('textRecognised') : undefined],
    [t('path'), placeOf(item)],
    [t('version'), item.versionLabel],
    [t('publication'), item.publication && <PublicationLine key="publication" publication={item.publication} />],
    [t('comesNext'), item.publication?.next && <NextLine key="next" next={item.publication.next} />],
    [t('owner'), item.ownerName],
    [t('creator'), item.creatorName],
    [t('createTime'), <Moment key="created" iso={item.createTime} />],
    [t('updater'), item.updaterName],
    [t('updateTime'), <Moment key="updated" iso={item.updateTime} />],
    [t('comments'), item.commentsOff === true ? t('commentsAreOff') : undefined],
    [t('description'), item.description === '' ? undefined : item.description],
  ];
  return rows.filter((row): row is [string, ReactNode] => row[1] !== undefined);
}

/** Until when a document is valid and when it is to be reviewed, and who sees the expired documents of a cabinet. */
function validityFacts(t: TextOf<'documents.validity'>, item: KnownFacts): [string, ReactNode][] {
  const { validUntil, reviewTime, expiredFor } = item;
  const isOver = item.expired === true;
  const rows: [string, ReactNode | undefined][] = [
    [
      t('validUntil'),
      validUntil && (
        <Text key="until" tone={isOver ? 'danger' : undefined}>
          {isOver ? t('expiredOn', { day: dayOf(validUntil) }) : dayOf(validUntil)}
        </Text>
      ),
    ],
    [t('reviewOn'), reviewTime && dayOf(reviewTime)],
    [t('expiredFor'), expiredFor && t(`expiredFor_${expiredFor}`)],
  ];
  return rows.filter((row): row is [string, ReactNode] => row[1] !== undefined);
}

/** Between the names of a path. */
const separator = ' / ';

/** The folder that it lies in, a link where the user sees it. */
function placeOf({ id, name, moduleType, parentId, path = '' }: KnownFacts): ReactNode {
  // a path ends with the item itself
  const place = path === name ? '' : path.endsWith(`${separator}${name}`) ? path.slice(0, -(separator.length + name.length)) : path;
  if (place === '') return undefined;
  return parentId === undefined ? place : <AppLink to={placePath(moduleType, parentId, { select: id })}>{place}</AppLink>;
}

/** Whether a picture of it may be made; others have their icon at the name. */
const hasPicture = (item: Item): boolean => item.objType === objType.document && can(item.rights, 'read') && hasThumbnail(item.ext ?? '');

function typeOf(t: TextOf<'documents.library'>, item: KnownFacts): string {
  const word = t(typeKeys[item.objType as 31] ?? 'document');
  if (item.publishing) return `${word} · ${t('publishing')}`;
  return item.ext === undefined || item.ext === '' ? word : `${word} · ${item.ext.toUpperCase()}`;
}

type Publication = NonNullable<Item['publication']>;

/** Since when a published document is in effect, or that it was abolished, and why. */
function PublicationLine({ publication: { state, since, reason } }: { publication: Publication }): ReactNode {
  const t = useText('documents.library');
  const time = formatExactTime(since).slice(0, 16);
  return (
    <Stack as="span">
      <Text>{t(state === 'abolished' ? 'abolishedSince' : 'effectiveSince', { time })}</Text>
      {reason !== undefined && <Text tone="muted">{reason}</Text>}
    </Stack>
  );
}

function NextLine({ next: { kind, time: iso } }: { next: NonNullable<Publication['next']> }): ReactNode {
  const t = useText('documents.library');
  return <Text>{t(kind === 'abolish' ? 'abolishedFrom' : 'revisedFrom', { time: formatExactTime(iso).slice(0, 16) })}</Text>;
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
