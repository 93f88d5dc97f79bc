import type { OutputOf } from '@dossier/contract/core/route';
import { pagesByToken } from '@dossier/contract/preview/pages';
import { useQuery } from '@tanstack/react-query';
import { Tree } from 'antd';
import { type ReactNode, useCallback } from 'react';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { Stack } from '../../../platform/ui/layout.tsx';
import { type Size, thumbnailBox, turned } from './page-layout.ts';
import { PageThumbnails } from './page-parts.tsx';
import { SidePane } from './side-pane.tsx';

interface PagesSideProps {
  look: string;
  page: number;
  /** Of each page, unturned. */
  sizes: readonly Size[];
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

function Thumbnails({ look, page, sizes, rotation, goTo }: Omit<PagesSideProps, 'close'>): ReactNode {
  const sizeOf = useCallback(
    (shown: number): Size => {
      const size = sizes[shown - 1] ?? thumbnailBox;
      const shownAs = turned(size, rotation);
      // an image that is turned on its side takes the room that it has upright as well
      return shownAs.height > size.height ? shownAs : size;
    },
    [sizes, rotation],
  );
  return (
    <PageThumbnails {...{ page, sizeOf, goTo }} pages={sizes.length} overscan={1}>
      {(shown) => <img src={`/look/page/${look}/${shown}?width=240`} alt="" loading="lazy" style={{ rotate: `${rotation}deg` }} />}
    </PageThumbnails>
  );
}

function Outline({ look: previewToken, goTo }: { look: string; goTo: (page: number) => void }): ReactNode {
  const t = useText('preview.viewer');
  const outline = useQuery({
    queryKey: [pagesByToken.outline.path, previewToken],
    queryFn: async ({ signal }) => outlineTree((await call(pagesByToken.outline, { look: previewToken }, { signal })).entries),
    gcTime: 0,
  });
  if (!outline.data) return null;
  if (outline.data.length === 0) return <Empty small title={t('noOutline')} />;
  return (
    <Stack grow scroll>
      <Tree.DirectoryTree<OutlineNode>
        showIcon={false}
        expandAction={false}
        aria-label={t('outline')}
        treeData={outline.data}
        defaultExpandAll={outline.data.length <= 20}
        onSelect={(_keys, { node }) => node.page > 0 && goTo(node.page)}
      />
    </Stack>
  );
}

interface OutlineNode {
  key: string;
  title: string;
  page: number;
  children: OutlineNode[];
}

/** Builds a tree from the flat outline entries with their depth. */
export function outlineTree(entries: OutputOf<typeof pagesByToken.outline>['entries']): OutlineNode[] {
  const top: OutlineNode[] = [];
  const above: OutlineNode[][] = [top];
  for (const [at, { title, page, depth }] of entries.entries()) {
    const level = Math.min(depth, above.length - 1);
    const node: OutlineNode = { key: String(at), title, page, children: [] };
    above[level]?.push(node);
    above.length = level + 1;
    above.push(node.children);
  }
  return top;
}
