import { EditOutlined, IdcardOutlined } from '@ant-design/icons';
import { type DocumentCard, cards } from '@dossier/contract/classification/cards';
import type { CardField } from '@dossier/contract/core/card-shapes';
import type { Item } from '@dossier/contract/documents/library';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { type TextOf, useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { Stack, Text } from '../../../platform/ui/layout.tsx';
import { Facts } from '../../../platform/ui/page-layout.tsx';
import { can } from '../../documents/areas.ts';
import styles from './cards.module.css';
import { openFillCard } from './fill-card-dialog.tsx';

/** The type and card of a document. */
export function CardTab({ item }: { item: Item }): ReactNode {
  const t = useText('classification.cards');
  const found = useCall(cards.show, { id: item.id });
  const types = useCall(cards.typeChoices, {}, { staleTime: 30_000 });
  if (found.error && !found.data) return <ErrorBox small error={found.error} retry={() => void found.refetch()} />;
  if (found.data === undefined) return null;
  const card = found.data;
  const mayFill = can(item.rights, 'modify') && (card.type !== undefined || (types.data?.length ?? 0) > 0);
  const fill = mayFill && (
    <Button size="small" icon={<EditOutlined />} onClick={() => openFillCard(item)}>
      {t(card.type ? 'fillIn' : 'chooseType')}
    </Button>
  );
  if (card.type === undefined)
    return <Empty small icon={<IdcardOutlined />} title={t('noTypeYet')} hint={t('noTypeYetHint')} {...(fill && { action: fill })} />;
  const typeName = (
    <>
      {card.type.name}{' '}
      {card.fromFolder && (
        <Text size="xs" tone="muted">
          {t('fromFolder')}
        </Text>
      )}
    </>
  );
  return (
    <Stack gap={3} className={styles.tab}>
      <Facts vertical facts={[[t('type'), typeName], ...card.fields.map((field) => [field.name, valueText(card, field, t)] as const)]} />
      {!card.filled && card.fields.length > 0 && (
        <Text as="p" tone="muted">
          {t('notFilled')}
        </Text>
      )}
      <div>{fill}</div>
    </Stack>
  );
}

function valueText({ filled }: DocumentCard, { kind, value, valueName }: CardField, t: TextOf<'classification.cards'>): string {
  if (!filled || value === undefined) return '';
  if (kind === 'yesNo') return t(value === 'true' ? 'yes' : 'no');
  return kind === 'person' ? (valueName ?? value) : value;
}
