import { pagesByToken } from '@dossier/contract/preview/pages';
import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Tree } from 'antd';
import { type ReactNode, useEffect, useRef } from 'react';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import pdf from '../pdf/pdf.module.css';
import { type OutlineNode, outlineTree } from './outline-tree.ts';
import styles from './pages.module.css';
import { SidePane } from './side-pane.tsx';

interface PagesSideProps {
  look: string;
  page: number;
  pages: number;
  rotation: number;
  goTo: (page: number) => void;
  close: () => void;
}

/** The left pane of a document shown as page images. */
export function PagesSide({ close, goTo, ...props }: PagesSideProps): ReactNode {
  return (
    <SidePane close={close}>
      {(shown, chosen) => {
        const choose = (page: number): void => {
          goTo(page);
          chosen();
        };
        return shown === 'pages' ? <Thumbnails {...props} goTo={choose} /> : <Outline look={props.look} goTo={choose} />;
      }}
    </SidePane>
  );
}

const rowHeight = 208;

function Thumbnails({ look, page, pages, rotation, goTo }: Omit<PagesSideProps, 'close'>): ReactNode {
  const t = useText('preview.viewer');
  const box = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({ count: pages, getScrollElement: () => box.current, estimateSize: () => rowHeight, overscan: 1 });
  useEffect(() => rows.scrollToIndex(page - 1), [page, rows]);
  return (
    <div className={pdf.thumbnails} ref={box}>
      <ol style={{ height: rows.getTotalSize() }} aria-label={t('pages')}>
        {rows.getVirtualItems().map(({ index, start }) => (
          <li key={index} style={{ height: rowHeight, transform: `translateY(${start}px)` }}>
            <button
              type="button"
              aria-current={index + 1 === page ? 'page' : undefined}
              onClick={() => goTo(index + 1)}
              aria-label={t('pageN', { count: index + 1 })}
            >
              <img
                className={styles.thumbnail}
                src={`/look/page/${look}/${index + 1}?width=240`}
                alt=""
                loading="lazy"
                style={{ rotate: `${rotation}deg` }}
              />
              <span aria-hidden="true">{index + 1}</span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Outline({ look, goTo }: { look: string; goTo: (page: number) => void }): ReactNode {
  const t = useText('preview.viewer');
  const outline = useQuery({
    queryKey: [pagesByToken.outline.path, look],
    queryFn: async ({ signal }) => outlineTree((await call(pagesByToken.outline, { look }, { signal })).entries),
    gcTime: 0,
  });
  if (!outline.data) return null;
  if (outline.data.length === 0) return <Empty small title={t('noOutline')} />;
  return (
    <Tree.DirectoryTree<OutlineNode>
      showIcon={false}
      expandAction={false}
      aria-label={t('outline')}
      treeData={outline.data}
      defaultExpandAll={outline.data.length <= 20}
      onSelect={(_keys, { node }) => node.page > 0 && goTo(node.page)}
    />
  );
}
