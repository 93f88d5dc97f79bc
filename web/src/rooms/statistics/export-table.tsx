import { DownloadOutlined } from '@ant-design/icons';
import { type ReportView, rightsViews, statistics } from '@dossier/contract/statistics';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useLang, useText } from '../../ground/text.ts';
import { useSend } from '../../ground/use-call.ts';
import type { Asked } from './use-question.ts';

interface ExportProps {
  view: ReportView;
  asked: Asked;
  order: { sort?: string; sortDirection?: 'asc' | 'desc' };
  empty: boolean;
}

/** Hands out the whole table as a file, which the server makes and its log notes. */
export function ExportTable({ view, asked, order, empty }: ExportProps): ReactNode {
  const t = useText('statistics');
  const lang = useLang();
  const ofRights = (rightsViews as readonly ReportView[]).includes(view);
  const send = useSend((ofRights ? statistics.exportRights : statistics.export) as typeof statistics.export);
  const fetchIt = async (): Promise<void> => {
    const { sort, sortDirection } = order;
    const terms = { ...asked, ...(sort && { sort }), ...(sortDirection && { sortDirection }), lang, view };
    const { downloadUrl } = await send.mutateAsync(terms);
    window.location.assign(downloadUrl);
  };
  return (
    <Button
      size="small"
      icon={<DownloadOutlined />}
      disabled={empty}
      loading={send.isPending}
      onClick={() => void fetchIt().catch(() => undefined)}
    >
      {t('exportCsv')}
    </Button>
  );
}
