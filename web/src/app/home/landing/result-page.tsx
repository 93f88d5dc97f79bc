import { CheckCircleFilled, CloseCircleFilled, InfoCircleFilled } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { usePageQuery } from '../../../platform/navigation.ts';
import { enumParam } from '../../../platform/page-query.ts';
import { Text } from '../../../platform/ui/layout.tsx';
import { AppLink } from '../../../platform/ui/links.tsx';
import { buttonClass } from '../../../platform/ui/native-controls.tsx';
import styles from './landing.module.css';
import { Message } from './landing.tsx';

// Fixed texts only: the query string may come from anyone.
const Query = {
  status: enumParam(['success', 'error', 'info']),
  text: enumParam(['saved', 'sent', 'signedOut', 'refused', 'expired', 'missing']),
};

const signs = { success: <CheckCircleFilled />, error: <CloseCircleFilled />, info: <InfoCircleFilled /> };
const tones = { success: 'done', error: 'danger', info: 'accent' } as const;

/** /result?status=&text= the outcome of an operation, in fixed texts. */
export function ResultPage(): ReactNode {
  const t = useText('app.home');
  const { status = 'info', text } = usePageQuery(Query);
  return (
    <Message
      sign={
        <Text tone={tones[status]} className={styles.sign} aria-hidden="true">
          {signs[status]}
        </Text>
      }
      title={t(`result_${status}`)}
      text={t(text === undefined ? 'resultText' : `resultText_${text}`)}
    >
      <AppLink to="/" className={buttonClass({ primary: true, large: true })}>
        {t('home')}
      </AppLink>
    </Message>
  );
}
