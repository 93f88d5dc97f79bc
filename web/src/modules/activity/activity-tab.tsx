import type { Item } from '@dossier/contract/documents/library';
import { type ReactNode, useState } from 'react';
import { Stack } from '../../platform/ui/layout.tsx';
import { ActivityList, KindFilter } from './activity-list.tsx';
import type { KindGroup } from './activity-stream.ts';

/** What happened to a document, or in a folder or cabinet. */
export function ActivityTab({ item }: { item: Item }): ReactNode {
  const [group, setGroup] = useState<KindGroup>();
  return (
    <Stack gap={3}>
      <KindFilter value={group} set={setGroup} />
      <ActivityList scope={{ objId: item.id }} group={group} level={3} />
    </Stack>
  );
}
