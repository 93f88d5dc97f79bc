import { permissions } from '@dossier/contract/access/permissions';
import { type MentionedPerson, comments } from '@dossier/contract/comments/comments';
import { level } from '@dossier/contract/core/rights';
import type { Item } from '@dossier/contract/documents/library';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { call } from '../../platform/call.ts';
import { joinedNames, useText } from '../../platform/i18n.ts';
import { notice } from '../../platform/notices.ts';
import { invalidateRoutes } from '../../platform/query.ts';
import { Row, Stack, Text } from '../../platform/ui/layout.tsx';
import { can } from '../documents/areas.ts';

/** A comment that mentions people who may not read its document. */
export interface Unaware {
  commentId: string;
  people: MentionedPerson[];
}

/** Says who of those whom a comment mentions may not read the document, and lets who manages it give them the right. */
export function UnawarePeople({ item, unaware, close }: { item: Item; unaware: Unaware; close: () => void }): ReactNode {
  const t = useText('comments');
  const [isGiving, setGiving] = useState(false);
  const names = joinedNames(unaware.people.map(({ name }) => name));
  const count = unaware.people.length;
  const give = async (): Promise<void> => {
    setGiving(true);
    for (const { id } of unaware.people)
      await call(permissions.grant, { objId: item.id, granteeType: 'user', granteeId: id, level: level.view, reach: 'self' });
    await call(comments.mention, { id: unaware.commentId, userIds: unaware.people.map(({ id }) => id) });
    await invalidateRoutes(permissions.list, comments.people);
    notice.success(t('told', { names }));
    close();
  };
  return (
    <Stack gap={2} role="status">
      <Text as="p" size="s" tone="warn">
        {t('unaware', { count, names })}
      </Text>
      <Row gap={2} wrap>
        {can(item.rights, 'manage') && (
          <Button size="small" type="primary" loading={isGiving} onClick={() => void give().catch(() => setGiving(false))}>
            {t('giveView')}
          </Button>
        )}
        <Button size="small" onClick={close}>
          {t('leaveIt')}
        </Button>
      </Row>
    </Stack>
  );
}
