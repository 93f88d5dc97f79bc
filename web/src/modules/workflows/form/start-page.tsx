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
import record from '../../../platform/ui/detail-page.module.css';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { useDelayed } from '../../../platform/ui/hooks.ts';
import { AppLink } from '../../../platform/ui/links.tsx';
import styles from '../flows.module.css';
import { formPaths, idListParam, templatesPath } from '../paths.ts';
import form from './flow-form.module.css';

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
  if (found.data === undefined) return <div className={record.page}>{late && <Skeleton active />}</div>;
  const { list } = found.data;
  const templatesLink = may('flows.edit') && <AppLink to={templatesPath}>{t('toTemplates')}</AppLink>;
  if (list.length === 0)
    return <Empty heading title={t('noChoices')} hint={t(templatesLink ? 'noChoicesOffice' : 'noChoicesHint')} action={templatesLink} />;
  return (
    <div className={record.page}>
      {flowKinds
        .filter((kind) => list.some((template) => template.flowKind === kind))
        .map((kind) => (
          <section key={kind} className={record.part}>
            <h2>{t(`kind_${kind}`)}</h2>
            <p className={styles.hint}>{t(`kind_${kind}_hint`)}</p>
            <ul className={form.choices}>
              {list
                .filter((template) => template.flowKind === kind)
                .map((template) => (
                  <li key={template.id}>
                    <Choice choice={template} />
                  </li>
                ))}
            </ul>
          </section>
        ))}
    </div>
  );
}

function Choice({ choice }: { choice: FlowChoice }): ReactNode {
  const t = useText('workflows');
  const query = usePageQuery(Query);
  const { id, flowKind, name, description, steps } = choice;
  return (
    <AppLink to={formPaths[flowKind]} query={{ templateId: id, ...query }} className={form.choice ?? ''}>
      <span>
        <strong>{name}</strong>
        <small>{description === '' ? t('nSteps', { count: steps }) : description}</small>
      </span>
      <RightOutlined aria-hidden />
    </AppLink>
  );
}
