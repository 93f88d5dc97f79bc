import type { CellKind, ReportRow } from '@dossier/contract/statistics';
import type { ReactNode } from 'react';
import { exactTime, numberText } from '../../ground/amounts.ts';
import { useLang, useText } from '../../ground/text.ts';
import { FileIcon } from '../../ground/ui/file-icon.tsx';
import { GoLink } from '../../ground/ui/go-link.tsx';
import { Size } from '../../ground/ui/size.tsx';
import { Time } from '../../ground/ui/time.tsx';
import { levelWords } from '../permissions/grant-fields.tsx';
import { GranteeIcon } from '../permissions/grantee-select.tsx';
import { officePath } from '../permissions/paths.ts';
import { useGranteeName } from '../people/role-name.ts';
import type { GranteeType } from '@dossier/contract/rights';
import type { Keys } from './text/cn.ts';
import styles from './statistics.module.css';

interface CellProps {
  row: ReportRow;
  kind: CellKind;
  text: string;
  /** Of the report on rights: its items lead to who sees them. */
  ofRights: boolean;
}

const none = '—';

/** An hour by its beginning: what is counted by the hour happened at some time in it. */
const hourText = (begin: string): string => {
  const end = new Date(Date.parse(begin) + 3600_000).toISOString();
  return `${exactTime(begin).slice(0, 16)}–${exactTime(end).slice(11, 16)}`;
};

/** One cell of a report, read as its column says. */
export function ReportCell({ row, kind, text, ofRights }: CellProps): ReactNode {
  const t = useText('statistics');
  const language = useLang();
  const granteeName = useGranteeName();
  const rights = useText('permissions');
  switch (kind) {
    case 'item':
      return <ItemCell row={row} name={text} ofRights={ofRights} />;
    case 'number':
    case 'hours':
      return numberText(Number(text), language);
    case 'bytes':
      return <Size bytes={Number(text)} />;
    case 'time':
      return text === '' ? none : <Time iso={text} />;
    case 'hour':
      return text === '' ? none : hourText(text);
    case 'day':
      return text === '' ? none : exactTime(text);
    case 'yes':
      return t(text === '1' ? 'yes' : 'no');
    case 'level':
      return levelWords(rights, Number(text));
    case 'reach':
      return t(`reach_${text}` as Keys);
    case 'grantee':
      return (
        <span className={styles.grantee}>
          <GranteeIcon type={row.granteeType as GranteeType} />
          {granteeName(row.granteeType as GranteeType, text) || none}
        </span>
      );
    default:
      return text === '' ? none : text;
  }
}

function ItemCell({ row, name, ofRights }: { row: ReportRow; name: string; ofRights: boolean }): ReactNode {
  const t = useText('statistics');
  if (row.hidden) return <span className={styles.faint}>{t('hidden')}</span>;
  if (row.objId === undefined || row.objType === undefined) return t('own');
  const icon = <FileIcon objType={row.objType} ext={row.ext} />;
  const link = ofRights ? { to: officePath, query: { by: 'item', objId: row.objId } } : { to: '/previewOnline', query: { id: row.objId } };
  return (
    <span className={styles.item}>
      {icon}
      {ofRights || row.objType === 33 ? <GoLink {...link}>{name}</GoLink> : <span>{name}</span>}
    </span>
  );
}
