import { BugOutlined } from '@ant-design/icons';
import { Badge, Button } from 'antd';
import { lazy, type ReactNode } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { useErrorLog } from '../../ground/error-log.ts';
import { useText } from '../../ground/text.ts';

const ErrorDialog = lazy(() => import('./error-dialog.tsx').then((m) => ({ default: m.ErrorDialog })));

/** Stands in the top bar only where something went wrong, with how often. */
export function ErrorButton(): ReactNode {
  const t = useText('app');
  const count = useErrorLog((log) => log.list.length);
  if (count === 0) return null;
  const label = t('errorLogCount', { n: count });
  return (
    <Badge count={count} size="small" offset={[-6, 6]}>
      <Button
        type="text"
        icon={<BugOutlined />}
        aria-label={label}
        title={label}
        onClick={() => openDialog((close) => <ErrorDialog close={close} />)}
      />
    </Badge>
  );
}
