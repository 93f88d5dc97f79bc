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
  /** Names of some who can give the right, where the writer cannot. */
  managers: string[] | undefined;
}

interface UnawarePeopleProps {
  item: Item;
  unaware: Unaware;
  close: () => void;
}

/** Says who of those whom a comment mentions may not read the document, and lets who manages it give them the right; others learn whom to ask. */
export function UnawarePeople({ item, unaware, close }: UnawarePeopleProps): ReactNode {
  const t = useText('comments');
  const { people } = unaware;
  const [isGiving, setGiving] = useState(false);
  const mayGive = can(item.rights, 'manage');
  const named = textValues(people, item);
  const give = async (): Promise<void> => {
    setGiving(true);
    for (const { id } of people)
      await call(permissions.grant, { objId: item.id, granteeType: 'user', granteeId: id, level: level.view, reach: 'self' });
    const { unaware: left } = await call(comments.mention, { id: unaware.commentId, userIds: people.map(({ id }) => id) });
    await invalidateRoutes(permissions.list, comments.people);
    const given = people.filter(({ id }) => !left.some((one) => one.id === id));
    if (given.length > 0) notice.success(t('told', textValues(given, item)));
    if (left.length > 0) notice.warning(t('stillUnaware', textValues(left, item)));
    close();
  };
  return (
    <Stack gap={2} role="status">
      <Text as="p" size="s" tone="warn">
        {t('unaware', named)}
      </Text>
      <Text as="p" size="s">
        {mayGive ? t('giveAsk', named) : <WhoGives managers={unaware.managers ?? []} />}
      </Text>
      <Row gap={2} wrap>
        {mayGive && (
          <Button size="small" type="primary" loading={isGiving} onClick={() => void give().catch(() => setGiving(false))}>
            {t('giveView')}
          </Button>
        )}
        <Button size="small" onClick={close}>
          {mayGive ? t('leaveIt') : t('close')}
        </Button>
      </Row>
    </Stack>
  );
}

const textValues = (people: readonly MentionedPerson[], item: Item) => ({
  count: people.length,
  names: joinedNames(people.map(({ name }) => name)),
  document: item.name,
});

function WhoGives({ managers }: { managers: readonly string[] }): ReactNode {
  const t = useText('comments');
  return managers.length === 0 ? t('someoneGives') : t('managersGive', { count: managers.length, names: joinedNames(managers) });
}
