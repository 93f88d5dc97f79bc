import { RightOutlined } from '@ant-design/icons';
import { type FlowChoice, flowKinds } from '@dossier/contract/workflows/flow-shapes';
import { flows } from '@dossier/contract/workflows/flows';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { usePageQuery } from '../../../platform/navigation.ts';
import { idParam } from '../../../platform/page-query.ts';
import { usePermissions } from '../../../platform/permissions.ts';
import { useCall } from '../../../platform/query.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { useDelayed } from '../../../platform/ui/hooks.ts';
import { AppLink } from '../../../platform/ui/links.tsx';
import { Hint } from '../../../platform/ui/hint.tsx';
import { Stack, Text } from '../../../platform/ui/layout.tsx';
import { Grid, Page } from '../../../platform/ui/page-layout.tsx';
import { Section } from '../../../platform/ui/page-parts.tsx';
import styles from '../flows.module.css';
import { formPaths, idListParam, templatesPath } from '../paths.ts';

/** Initial documents of the flow, or the target folder. */
const Query = { docId: idListParam, targetId: idParam };

/** The templates available to the user, by kind. */
export function StartPage(): ReactNode {
  const t = useText('workflows');
  const may = usePermissions();
  const { targetId } = usePageQuery(Query);
  const found = useCall(flows.choices, targetId === undefined ? {} : { flowKind: 'upload' });
  const late = useDelayed(found.isPending);
  if (found.error !== null && found.data === undefined) return <ErrorBox error={found.error} retry={() => void found.refetch()} />;
  if (found.data === undefined) return <Page>{late && <Skeleton active />}</Page>;
  const { list } = found.data;
  const templatesLink = may('flows.edit') && <AppLink to={templatesPath}>{t('toTemplates')}</AppLink>;
  if (list.length === 0)
    return <Empty heading title={t('noChoices')} hint={t(templatesLink ? 'noChoicesOffice' : 'noChoicesHint')} action={templatesLink} />;
  return (
    <Page>
      {flowKinds
        .filter((kind) => list.some((template) => template.flowKind === kind))
        .map((kind) => (
          <Section key={kind} title={t(`kind_${kind}`)}>
            <Hint>{t(`kind_${kind}_hint`)}</Hint>
            <Grid as="ul" min={260} gap={3}>
              {list
                .filter((template) => template.flowKind === kind)
                .map((template) => (
                  <li key={template.id}>
                    <Choice choice={template} />
                  </li>
                ))}
            </Grid>
          </Section>
        ))}
    </Page>
  );
}

function Choice({ choice }: { choice: FlowChoice }): ReactNode {
  const t = useText('workflows');
  const query = usePageQuery(Query);
  const { id, flowKind, name, description, steps } = choice;
  return (
    <AppLink to={formPaths[flowKind]} query={{ templateId: id, ...query }} className={styles.choice ?? ''}>
      <Stack as="span">
        <Text as="strong" strong>
          {name}
        </Text>
        <Text as="small" size="s" tone="muted">
          {description === '' ? t('nSteps', { count: steps }) : description}
        </Text>
      </Stack>
      <RightOutlined aria-hidden />
    </AppLink>
  );
}
