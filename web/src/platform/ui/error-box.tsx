import { codes, httpStatus } from '@dossier/contract/core/codes';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { CallError } from '../call.ts';
import { useText } from '../i18n.ts';
import { useNavigate } from '../navigation.ts';
import { Row, Stack, Text, classNames } from './layout.tsx';
import styles from './states.module.css';

interface ErrorBoxProps {
  error: unknown;
  retry?: () => void;
  small?: boolean;
  /** An alternative where a retry cannot help. */
  way?: ReactNode;
}

/** Codes of missing or refused items, for which a retry is useless. */
const final = new Set(
  Object.values(codes)
    .filter(({ status }) => status === httpStatus.forbidden || status === httpStatus.missing)
    .map(({ code }) => code),
);

/** A failed query in place of its answer: the reason, and a retry or, where that is useless, an alternative. */
export function ErrorBox({ error, retry, small, way }: ErrorBoxProps): ReactNode {
  const t = useText('platform');
  const again = retry && !way && !isFinal(error) && <Button onClick={retry}>{t('retry')}</Button>;
  const out = way || again || (!small && isFinal(error) && <HomeButton />);
  return (
    <Stack gap={2} align="center" className={classNames(styles.state, small && styles.small)} role="alert">
      <Text as="p" strong={!small} tone={small ? 'muted' : undefined}>
        {error instanceof CallError ? error.message : t('systemError')}
      </Text>
      {out && <Row pad={[2, 0]}>{out}</Row>}
    </Stack>
  );
}

const isFinal = (error: unknown): boolean => error instanceof CallError && final.has(error.code);

function HomeButton(): ReactNode {
  const t = useText('platform');
  const go = useNavigate();
  return <Button onClick={() => go('/home')}>{t('toHome')}</Button>;
}
