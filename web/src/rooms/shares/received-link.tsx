import type { ReceivedShare } from '@dossier/contract/shares';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { openReceived } from './open-received.ts';

/** The name of a received share, which opens it. */
export function ReceivedLink({ share }: { share: ReceivedShare }): ReactNode {
  return (
    <Button type="link" size="small" title={share.name} onClick={() => void openReceived(share.token).catch(() => undefined)}>
      {share.name}
    </Button>
  );
}
