import { CheckOutlined, DownOutlined } from '@ant-design/icons';
import { type Ancestor, library } from '@dossier/contract/library';
import { Dropdown } from 'antd';
import { Fragment, type ReactNode, useState } from 'react';
import { useGo } from '../../ground/go.ts';
import { useSettled } from '../../ground/hooks/use-settled.ts';
import { useText } from '../../ground/text.ts';
import { FileIcon } from '../../ground/ui/file-icon.tsx';
import { GoLink } from '../../ground/ui/go-link.tsx';
import { useCall } from '../../ground/use-call.ts';
import { placePath } from './area.ts';
import styles from './breadcrumb.module.css';
import type { Place } from './use-place.ts';

/** The way to the open folder; each part a link, with a menu of what stands beside it. */
export function Breadcrumb({ place, areaName }: { place: Place; areaName: string }): ReactNode {
  const t = useText('library');
  return (
    <nav className={styles.crumbs} aria-label={t('way')}>
      {place.ancestors.length === 0 ? (
        <h1 className={styles.crumb} aria-current="page">
          {areaName}
        </h1>
      ) : (
        <GoLink className={styles.crumb} to={placePath(place.moduleType)}>
          {areaName}
        </GoLink>
      )}
      {place.ancestors.map((part, at) => (
        <Fragment key={part.id}>
          <Siblings part={part} parent={place.ancestors[at - 1]} />
          {at === place.ancestors.length - 1 ? (
            <h1 className={styles.crumb} aria-current="page" title={part.name}>
              {part.name}
            </h1>
          ) : (
            <GoLink
              className={styles.crumb}
              to={placePath(part.moduleType, part.id)}
              title={part.name}
              data-folder={part.id}
              data-name={part.name}
            >
              {part.name}
            </GoLink>
          )}
        </Fragment>
      ))}
    </nav>
  );
}

const most = 200;

/** The mark between two parts opens what else lies there. */
function Siblings({ part, parent }: { part: Ancestor; parent: Ancestor | undefined }): ReactNode {
  const t = useText('library');
  const go = useGo();
  const settled = useSettled();
  const [open, setOpen] = useState(false);
  const beside = useCall(library.tree, parent === undefined ? { moduleType: part.moduleType } : { parentId: parent.id }, { enabled: open });
  const items = (beside.data ?? []).slice(0, most).map((node) => ({
    key: node.id,
    label: node.name,
    icon: <FileIcon objType={node.objType} size={16} />,
    ...(node.id === part.id && { extra: <CheckOutlined /> }),
    onClick: () => go(placePath(node.moduleType, node.id)),
  }));
  const waiting = [{ key: 'waiting', label: t('loading'), disabled: true }];
  const button = (
    <button type="button" className={styles.beside} aria-label={t('beside', { name: part.name })} aria-haspopup="menu" aria-expanded={open}>
      <DownOutlined />
    </button>
  );
  if (!settled) return button;
  return (
    <Dropdown
      trigger={['click']}
      open={open}
      onOpenChange={setOpen}
      menu={{ items: items.length === 0 ? waiting : items, selectedKeys: [part.id], style: { maxHeight: 360, overflow: 'auto' } }}
    >
      {button}
    </Dropdown>
  );
}
