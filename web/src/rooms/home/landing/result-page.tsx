import { CheckCircleFilled, CloseCircleFilled, InfoCircleFilled } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { usePageQuery } from '../../../ground/go.ts';
import { oneOf } from '../../../ground/page-query.ts';
import { useText } from '../../../ground/text.ts';
import { GoLink } from '../../../ground/ui/go-link.tsx';
import { Alone } from './landing.tsx';
import styles from './landing.module.css';

// Sentences of our own only: what stands in an address may be anybody's.
const Query = {
  status: oneOf(['success', 'error', 'info']),
  text: oneOf(['saved', 'sent', 'signedOut', 'refused', 'expired', 'missing']),
};

const signs = { success: <CheckCircleFilled />, error: <CloseCircleFilled />, info: <InfoCircleFilled /> };

/** /result?status=&text= how something ended, in words of our own. */
export function ResultPage(): ReactNode {
  const t = useText('home');
  const { status = 'info', text } = usePageQuery(Query);
  return (
    <Alone
      sign={
        <span className={styles.sign} data-status={status} aria-hidden="true">
          {signs[status]}
        </span>
      }
      title={t(`result_${status}`)}
      text={t(text === undefined ? 'resultText' : `resultText_${text}`)}
    >
      <GoLink to="/" className={styles.button}>
        {t('home')}
      </GoLink>
    </Alone>
  );
}
