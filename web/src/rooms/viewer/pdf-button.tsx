import { FilePdfOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { ToolButton } from '../../ground/ui/tool-button.tsx';
import { downloadPdf } from './download-pdf.ts';
import { isForPaper } from './for-paper.ts';
import type { View } from './ask-view.ts';

/** Where the server has no program that makes pages of it. */
const withoutPages: ReadonlySet<View['rendition']> = new Set(['office', 'none']);

/** Downloads the document as PDF, where that is offered. */
export function PdfButton({ view, currentRev }: { view: View; currentRev: string | undefined }): ReactNode {
  const t = useText('viewer');
  if (withoutPages.has(view.rendition) || !isForPaper(view)) return null;
  return <ToolButton label={t('downloadPdf')} icon={<FilePdfOutlined />} onClick={() => void downloadPdf({ ...view, currentRev })} />;
}
