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
  return (
    <div className={styles.tab}>
      <dl>
        <div>
          <dt>{t('type')}</dt>
          <dd>
            {card.type.name} {card.fromFolder && <small>{t('fromFolder')}</small>}
          </dd>
        </div>
        <Fields card={card} t={t} />
      </dl>
      {!card.filled && card.fields.length > 0 && <p className={styles.hint}>{t('notFilled')}</p>}
      {fill}
    </div>
  );
}

function Fields({ card, t }: { card: DocumentCard; t: TextOf<'classification.cards'> }): ReactNode {
  return card.fields.map((field) => (
    <div key={field.attributeId}>
      <dt>{field.name}</dt>
      <dd className={styles.value}>{card.filled ? valueText(field, t) : ''}</dd>
    </div>
  ));
}

function valueText({ kind, value, valueName }: CardField, t: TextOf<'classification.cards'>): string {
  if (value === undefined) return '';
  if (kind === 'yesNo') return t(value === 'true' ? 'yes' : 'no');
  return kind === 'person' ? (valueName ?? value) : value;
}
