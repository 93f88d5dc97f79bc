import type { ActivityItem, ActivityLine } from '@dossier/contract/activity/activity';
import { objType } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { type ReactNode, use } from 'react';
import { call } from '../../platform/call.ts';
import { type TextOf, useText } from '../../platform/i18n.ts';
import { ItemExtensionsContext } from '../../platform/item-actions.ts';
import { useNavigate } from '../../platform/navigation.ts';
import { Avatar } from '../../platform/ui/avatar.tsx';
import { RelativeTime } from '../../platform/ui/formatted-values.tsx';
import { Row, Stack, Text } from '../../platform/ui/layout.tsx';
import { AppLink } from '../../platform/ui/links.tsx';
import { placePath } from '../documents/areas.ts';
import styles from './activity.module.css';
import { burstNames, lineSentence } from './line-text.tsx';
import { activityPath } from './paths.ts';

function whoText(t: TextOf<'activity'>, { userName, visitor }: ActivityLine): string {
  if (visitor !== true) return userName === '' ? t('somebody') : userName;
  return userName === '' ? t('visitor') : t('visitorNamed', { name: userName });
}

const linkOf = (item: ActivityItem): ReactNode => <ItemLink item={item} />;

/** A line of the stream: who did what, with links to the items, their place, and what else that user did. */
export function ActivityEntry({ line }: { line: ActivityLine }): ReactNode {
  const t = useText('activity');
  const who = whoText(t, line);
  const parts = {
    whoText: who,
    who:
      line.userId === undefined ? (
        <Text strong>{who}</Text>
      ) : (
        <AppLink to={activityPath} query={{ userId: line.userId }}>
          {who}
        </AppLink>
      ),
    place: line.place && <ItemLink item={line.place} />,
    item: linkOf,
  };
  const names = burstNames(t, line, parts);
  return (
    <Row gap={2} align="start">
      <Avatar name={line.userName} url={line.avatarUrl} size={24} />
      <Stack grow>
        <Text size="s" className={styles.sentence}>
          {lineSentence(t, line, parts)}
        </Text>
        {names !== undefined && (
          <Text size="xs" tone="muted">
            {names}
          </Text>
        )}
        <Text size="xs" tone="muted">
          <RelativeTime iso={line.time} />
        </Text>
      </Stack>
    </Row>
  );
}

/** A folder leads to its list, a document to its viewer or editor; what was deleted is named only. The place of an attachment is a document. */
function ItemLink({ item }: { item: Pick<ActivityItem, 'id' | 'name' | 'objType' | 'moduleType' | 'deleted'> }): ReactNode {
  const t = useText('activity');
  const go = useNavigate();
  const { open } = use(ItemExtensionsContext);
  if (item.deleted === true) return <span title={t('inBin')}>{item.name}</span>;
  if (item.objType !== objType.document) return <AppLink to={placePath(item.moduleType, item.id)}>{item.name}</AppLink>;
  const show = async (): Promise<void> => open(await call(library.documentDetail, { id: item.id }), { place: 'home', go });
  return (
    <AppLink
      to={`/docpreview?id=${item.id}`}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        // a refusal was shown by the call
        void show().catch(() => undefined);
      }}
    >
      {item.name}
    </AppLink>
  );
}
