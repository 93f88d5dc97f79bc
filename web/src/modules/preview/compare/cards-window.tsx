import type { ReactNode } from 'react';
import { joinedNames, useText } from '../../../platform/i18n.ts';
import { FileSize, formatExactTime } from '../../../platform/ui/formatted-values.tsx';
import { Stack, Text } from '../../../platform/ui/layout.tsx';
import { writersOf } from '../../documents/writers.tsx';
import { ScrollRegion } from '../viewer-parts.tsx';
import { sideName } from './change-list.tsx';
import styles from './compare.module.css';
import type { WindowProps } from './use-comparison.ts';

/** The properties of both sides, field by field. */
export function CardsWindow({ open: { kind, sameBytes, before, after } }: Pick<WindowProps, 'open'>): ReactNode {
  const t = useText('preview.compare');
  const isSame = before.view.id === after.view.id;
  const rows: { label: string; values: [ReactNode, ReactNode]; differs: boolean }[] = [
    field(t('name'), [before.view.name, after.view.name]),
    field(t('type'), [before.view.ext.toUpperCase(), after.view.ext.toUpperCase()]),
    {
      label: t('size'),
      values: [<FileSize key="before" bytes={before.view.size} />, <FileSize key="after" bytes={after.view.size} />],
      differs: before.view.size !== after.view.size,
    },
    field(t('version'), [before.view.versionLabel, after.view.versionLabel]),
    field(t('changedAt'), [formatExactTime(before.card.createTime), formatExactTime(after.card.createTime)]),
    field(t('changedBy'), [joinedNames(writersOf(before.card)), joinedNames(writersOf(after.card))]),
    field(t('note'), [before.card.note, after.card.note]),
    field(t('createdAt'), [formatExactTime(before.card.documentTime), formatExactTime(after.card.documentTime)]),
    field(t('createdBy'), [before.card.documentCreatorName, after.card.documentCreatorName]),
  ];
  return (
    <ScrollRegion className={styles.cards} label={t('cards')}>
      <Stack gap={3}>
        {kind === 'cards' && (
          <Text as="p" tone="muted">
            {t('onlyCards')}
          </Text>
        )}
        <Text as="p" strong>
          {t(sameBytes ? 'sameBytes' : 'otherBytes')}
        </Text>
        <table>
          <thead>
            <tr>
              <td />
              <th scope="col">{sideName(t, before, isSame)}</th>
              <th scope="col">{sideName(t, after, isSame)}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, values, differs }) => (
              <tr key={label} data-differs={differs || undefined}>
                <th scope="row">{label}</th>
                <td>{values[0] || '–'}</td>
                <td>{values[1] || '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Stack>
    </ScrollRegion>
  );
}

const field = (label: string, values: [string, string]) => ({ label, values, differs: values[0] !== values[1] });
