import { DownloadOutlined, LinkOutlined, LockOutlined, RightOutlined } from '@ant-design/icons';
import { objType } from '@dossier/contract/rights';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { FileIcon } from '../../ground/ui/file-icon.tsx';
import { Size } from '../../ground/ui/size.tsx';
import { Time } from '../../ground/ui/time.tsx';
import { ToolButton } from '../../ground/ui/tool-button.tsx';
import type { TreeNode, TreeRow } from './archive-tree.ts';
import styles from './archive.module.css';

interface ArchiveRowProps {
  id: string;
  row: TreeRow;
  index: number;
  start: number;
  isActive: boolean;
  isOpen: boolean;
  /** It stands among what was found, away from its folder. */
  isFound: boolean;
  choose: () => void;
  enter: () => void;
  take: ((place: number) => void) | undefined;
}

const extOf = (name: string): string => /\.([^.]{1,16})$/.exec(name)?.[1]?.toLowerCase() ?? '';
const indent = 18;

/** One file or folder of an archive. */
export function ArchiveRow({ id, row, index, start, isActive, isOpen, isFound, choose, enter, take }: ArchiveRowProps): ReactNode {
  const t = useText('listings');
  const { node, depth } = row;
  const isFolder = node.kind === 'folder';
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the table takes the keys of all its rows
    // biome-ignore lint/a11y/useFocusableInteractive: the table holds the focus and says which row is meant
    <div
      id={id}
      role="row"
      className={styles.row}
      aria-level={depth + 1}
      aria-rowindex={index + 1}
      aria-selected={isActive}
      {...(isFolder && { 'aria-expanded': isOpen })}
      style={{ transform: `translateY(${start}px)` }}
      onClick={choose}
      onDoubleClick={isFolder ? undefined : enter}
    >
      <NameCell row={row} isOpen={isOpen} isFound={isFound} enter={enter} />
      <span role="gridcell" className={styles.size}>
        {(node.kind === 'file' || isFolder) && <Size bytes={node.size} />}
      </span>
      <span role="gridcell" className={styles.time}>
        {node.time > 0 && <Time iso={new Date(node.time).toISOString()} />}
      </span>
      {take && (
        <span role="gridcell" className={styles.deeds}>
          {node.kind === 'file' && !node.locked && node.place !== undefined && (
            <ToolButton label={t('takeOne', { name: node.name })} icon={<DownloadOutlined />} onClick={() => take(node.place ?? 0)} />
          )}
        </span>
      )}
    </div>
  );
}

function NameCell({ row, isOpen, isFound, enter }: Pick<ArchiveRowProps, 'row' | 'isOpen' | 'isFound' | 'enter'>): ReactNode {
  const { node, depth } = row;
  const isFolder = node.kind === 'folder';
  const opens = isFolder || (node.kind === 'file' && !node.locked);
  return (
    <span role="gridcell" className={styles.name} style={{ paddingInlineStart: 8 + Math.min(depth, 30) * indent }}>
      {!isFound && (
        <span className={styles.turn} data-open={isOpen} aria-hidden="true">
          {isFolder && <RightOutlined />}
        </span>
      )}
      <FileIcon objType={isFolder ? objType.folder : objType.document} ext={extOf(node.name)} size={18} />
      {opens ? (
        <button
          type="button"
          className={styles.open}
          tabIndex={-1}
          title={node.name}
          // the second click of a double click would shut the folder again
          onClick={(event) => event.detail < 2 && enter()}
        >
          {node.name}
        </button>
      ) : (
        <span className={styles.closed} title={node.name}>
          {node.name}
        </span>
      )}
      {isFound && node.above !== '' && <span className={styles.above}>{node.above}</span>}
      <Sign node={node} />
    </span>
  );
}

/** What keeps a file from being opened. */
function Sign({ node }: { node: TreeNode }): ReactNode {
  const t = useText('listings');
  if (node.locked) return <LockOutlined className={styles.sign ?? ''} aria-label={t('locked')} title={t('locked')} />;
  if (node.kind === 'link') return <LinkOutlined className={styles.sign ?? ''} aria-label={t('link')} title={t('link')} />;
  return null;
}
