import { RightOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { AppLink } from '../../../platform/ui/links.tsx';
import styles from './cards.module.css';

const steps = [
  { key: 'attributes', path: '/admin/index/dataManger/basedata' },
  { key: 'cards', path: '/admin/index/dataManger/indexcard' },
  { key: 'types', path: '/admin/index/dataManger/doctype' },
] as const;

/** How a document gets its fields: attributes make cards, a card comes with a type. The three pages lead to each other. */
export function CardSteps({ current }: { current: (typeof steps)[number]['key'] }): ReactNode {
  const t = useText('classification.cards');
  return (
    <Row as="ol" gap={2} align="stretch" className={styles.steps} aria-label={t('steps')}>
      {steps.map(({ key, path }, at) => (
        <Row as="li" key={key} gap={2} className={styles.step} data-current={key === current || undefined}>
          {at > 0 && (
            <Text tone="faint" aria-hidden="true">
              <RightOutlined />
            </Text>
          )}
          <Stack gap={1}>
            {key === current ? (
              <Text strong aria-current="page">
                {t(key)}
              </Text>
            ) : (
              <AppLink to={path}>{t(key)}</AppLink>
            )}
            <Text size="s" tone="muted">
              {t(`step_${key}`)}
            </Text>
          </Stack>
        </Row>
      ))}
    </Row>
  );
}
