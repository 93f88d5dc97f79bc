import { shares } from '@dossier/contract/shares';
import { Pagination } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { Time } from '../../ground/ui/time.tsx';
import { useCall } from '../../ground/use-call.ts';
import { turnSign } from '../people/paged-table.tsx';
import factsStyles from './facts.module.css';
import styles from './shares.module.css';

const pageSize = 30;

/** What happened to a share, newest first; of all visitors, or of the chosen one. */
export function Timeline({ id, visitorKey }: { id: string; visitorKey: string | undefined }): ReactNode {
  return <Lines key={visitorKey} id={id} visitorKey={visitorKey} />;
}

function Lines({ id, visitorKey }: { id: string; visitorKey: string | undefined }): ReactNode {
  const t = useText('shares');
  const [pageNo, setPageNo] = useState(1);
  const asked = { id, pageNo, pageSize, ...(visitorKey !== undefined && { visitorKey }) };
  const { data, error, refetch } = useCall(shares.timeline, asked, { keep: true });
  if (error !== null && data === undefined) return <ErrorBox small error={error} retry={() => void refetch()} />;
  if (data?.totalNumber === 0) return <p className={styles.hint}>{t('nothingYet')}</p>;
  return (
    <>
      <ol className={factsStyles.lines}>
        {data?.list.map((line) => (
          <li key={line.id}>
            <Time iso={line.time} />
            <span>
              <strong>{line.visitor || t('someVisitor')}</strong> {t(`event_${line.event}`)}
              {line.itemName !== undefined && ` “${line.itemName}”`}
            </span>
            <small>{line.address}</small>
          </li>
        ))}
      </ol>
      {data && data.totalNumber > pageSize && (
        <Pagination
          size="small"
          current={pageNo}
          pageSize={pageSize}
          total={data.totalNumber}
          showSizeChanger={false}
          itemRender={turnSign}
          onChange={setPageNo}
        />
      )}
    </>
  );
}
