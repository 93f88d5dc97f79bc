import type { DescribedValues, FlowField } from '@dossier/contract/workflows/flow-fields';
import { type ReactNode, Fragment } from 'react';
import { languageTags, useLanguage, useText } from '../../../platform/i18n.ts';
import { formatNumber } from '../../../platform/ui/formatted-values.tsx';
import { Stack, Text } from '../../../platform/ui/layout.tsx';
import { AppLink } from '../../../platform/ui/links.tsx';
import { Facts } from '../../../platform/ui/page-layout.tsx';
import styles from '../flows.module.css';
import { itemPath } from '../paths.ts';

/** What the requester has filled in, field by field. */
export function FlowValues({ fields, values }: { fields: readonly FlowField[]; values: readonly DescribedValues[] }): ReactNode {
  const given = new Map(values.map(({ field, values: list }) => [field, list]));
  return (
    <Facts
      vertical
      className={styles.values}
      facts={fields.map((field) => {
        const list = given.get(field.id) ?? [];
        return [field.name, list.length === 0 ? '–' : <Values key={field.id} field={field} list={list} />];
      })}
    />
  );
}

function Values({ field, list }: { field: FlowField; list: DescribedValues['values'] }): ReactNode {
  const t = useText('workflows');
  const d = useText('designer');
  const lang = useLanguage();
  const shown = list.map(({ value, name, hidden }, at): ReactNode => {
    if (hidden === true)
      return (
        <Text key={at} tone="muted">
          {field.kind === 'document' ? t('hiddenDocument') : t('goneOne')}
        </Text>
      );
    if (field.kind === 'number') return formatNumber(Number(value), lang, field.decimals);
    if (field.kind === 'date')
      return new Intl.DateTimeFormat(languageTags[lang], { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(value));
    if (field.kind === 'document')
      return (
        <AppLink key={at} to={itemPath(value)}>
          {name}
        </AppLink>
      );
    return name || value;
  });
  if (field.kind === 'text')
    return (
      <Text as="p" prose>
        {shown}
      </Text>
    );
  if (field.kind === 'document' || field.kind === 'file') return <Stack>{shown}</Stack>;
  return shown.map((one, at) => (
    <Fragment key={at}>
      {at > 0 && d('listBetween')}
      {one}
    </Fragment>
  ));
}
