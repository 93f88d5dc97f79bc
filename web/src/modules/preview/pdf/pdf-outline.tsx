import { useQuery } from '@tanstack/react-query';
import { Tree } from 'antd';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { Stack } from '../../../platform/ui/layout.tsx';

type Entry = NonNullable<Awaited<ReturnType<PDFDocumentProxy['getOutline']>>>[number];

interface Node {
  key: string;
  title: string;
  destination: Entry['dest'];
  children: Node[];
}

/** The document's outline as a tree. */
export function PdfOutline({
  document,
  follow,
}: {
  document: PDFDocumentProxy;
  follow: (destination: string | unknown[]) => void;
}): ReactNode {
  const t = useText('preview.viewer');
  const outline = useQuery({
    queryKey: ['pdf outline', document.fingerprints[0]],
    queryFn: async () => (await document.getOutline()) ?? [],
    gcTime: 0,
  });
  if (!outline.data) return null;
  if (outline.data.length === 0) return <Empty small title={t('noOutline')} />;
  return (
    <Stack grow scroll>
      <Tree.DirectoryTree<Node>
        showIcon={false}
        expandAction={false}
        aria-label={t('outline')}
        treeData={toNodes(outline.data, '')}
        defaultExpandAll={outline.data.length <= 20}
        onSelect={(_keys, { node }) => node.destination && follow(node.destination)}
      />
    </Stack>
  );
}

function toNodes(entries: Entry[], above: string): Node[] {
  return entries.map((entry, index) => {
    const key = `${above}${index}`;
    return { key, title: entry.title, destination: entry.dest, children: toNodes(entry.items ?? [], `${key}.`) };
  });
}
