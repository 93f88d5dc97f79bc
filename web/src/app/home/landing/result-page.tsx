import { CheckCircleFilled, CloseCircleFilled, InfoCircleFilled } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { usePageQuery } from '../../../platform/navigation.ts';
import { enumParam } from '../../../platform/page-query.ts';
import { AppLink } from '../../../platform/ui/links.tsx';
import styles from './landing.module.css';
import { Alone } from './landing.tsx';

// Fixed texts only: the query string may come from anyone.
const Query = {
  status: enumParam(['success', 'error', 'info']),
  text: enumParam(['saved', 'sent', 'signedOut', 'refused', 'expired', 'missing']),
};

const signs = { success: <CheckCircleFilled />, error: <CloseCircleFilled />, info: <InfoCircleFilled /> };

/** /result?status=&text= the outcome of an operation, in fixed texts. */
export function ResultPage(): ReactNode {
  const t = useText('app.home');
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
      <AppLink to="/" className={styles.button}>
        {t('home')}
      </AppLink>
    </Alone>
  );
}
