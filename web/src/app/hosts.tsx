import type { ReactNode } from 'react';
import { DialogHost } from '../ground/ui/dialog-host.tsx';
import { NoticeHost } from '../ground/ui/notice-host.tsx';
import { GlanceHost } from '../rooms/thumbnails/glance-host.tsx';
import { Dressed } from './dressed.tsx';

/** Notices and dialogs of the whole window, and the pictures that grow under the pointer. */
export function Hosts(): ReactNode {
  return (
    <Dressed>
      <NoticeHost />
      <DialogHost />
      <GlanceHost />
    </Dressed>
  );
}
