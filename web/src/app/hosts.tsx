import type { ReactNode } from 'react';
import { DialogHost } from '../ground/ui/dialog-host.tsx';
import { NoticeHost } from '../ground/ui/notice-host.tsx';
import { Dressed } from './dressed.tsx';

/** Notices and dialogs of the whole window. */
export function Hosts(): ReactNode {
  return (
    <Dressed>
      <NoticeHost />
      <DialogHost />
    </Dressed>
  );
}
