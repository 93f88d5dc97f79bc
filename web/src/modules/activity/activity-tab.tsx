import { BellFilled, BellOutlined } from '@ant-design/icons';
import type { Item } from '@dossier/contract/documents/library';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../platform/i18n.ts';
import { Row, Stack } from '../../platform/ui/layout.tsx';
import { ActivityList, KindFilter } from './activity-list.tsx';
import type { KindGroup } from './activity-stream.ts';
import { setFollowed } from './follow.ts';

/** What happened to a document, or in a folder or cabinet, and whether the user is told of it. */
export function ActivityTab({ item }: { item: Item }): ReactNode {
  const [group, setGroup] = useState<KindGroup>();
  return (
    <Stack gap={3}>
      <Row gap={2} wrap justify="between">
        <KindFilter value={group} set={setGroup} />
        {item.attachedTo === undefined && <FollowButton item={item} />}
      </Row>
      <ActivityList scope={{ objId: item.id }} group={group} level={3} />
    </Stack>
  );
}

function FollowButton({ item }: { item: Item }): ReactNode {
  const t = useText('activity');
  const [busy, setBusy] = useState(false);
  const followed = item.followed === true;
  const toggle = async (): Promise<void> => {
    setBusy(true);
    // a refusal has been shown by `call`
    await setFollowed([item], !followed).catch(() => undefined);
    setBusy(false);
  };
  return (
    <Button
      size="small"
      loading={busy}
      title={t('followHint')}
      icon={followed ? <BellFilled /> : <BellOutlined />}
      onClick={() => void toggle()}
    >
      {t(followed ? 'unfollow' : 'follow')}
    </Button>
  );
}
