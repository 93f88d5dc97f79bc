import { pagesByToken } from '@dossier/contract/preview/pages';
import { useQuery } from '@tanstack/react-query';
import { Tree } from 'antd';
import type { ReactNode } from 'react';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { Stack } from '../../../platform/ui/layout.tsx';
import { type OutlineNode, outlineTree } from './outline-tree.ts';
import { PageThumbnails } from './page-parts.tsx';
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

function Thumbnails({ look, page, pages, rotation, goTo }: Omit<PagesSideProps, 'close'>): ReactNode {
  return (
    <PageThumbnails {...{ page, pages, goTo }} overscan={1}>
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
