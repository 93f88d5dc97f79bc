import { EyeOutlined, RollbackOutlined } from '@ant-design/icons';
import type { OutputOf } from '@dossier/contract/core/route';
import { flowTemplates } from '@dossier/contract/workflows/flows';
import { Button, Skeleton } from 'antd';
import { type ReactNode, Suspense, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { DividedList, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { Section, StatusText } from '../../../platform/ui/page-parts.tsx';
import { namesIn } from '../templates/template-draft.ts';
import { useDesignWords } from './design-words.ts';
import { FlowCanvas } from './flow-tab.tsx';
import styles from './designer.module.css';

type Template = OutputOf<typeof flowTemplates.show>;
export type TemplateVersion = OutputOf<typeof flowTemplates.version>;

interface VersionsTabProps {
  template: Template;
  restore: (version: TemplateVersion) => void;
}

/** The versions of a template, each with its picture; an earlier one can become the next. */
export function VersionsTab({ template, restore }: VersionsTabProps): ReactNode {
  const t = useText('designer');
  const w = useText('workflows');
  const [shown, setShown] = useState<number>();
  return (
    <Stack gap={4}>
      <DividedList as="ol" lines="roomy" className={styles.measure} aria-label={w('versions')}>
        {template.versions.map(({ version, time, creatorName, running }) => (
          <Row as="li" key={version} gap={4} wrap justify="between">
            <Stack grow>
              <Row gap={2}>
                <Text>{w('versionBy', { count: version, name: creatorName || '–' })}</Text>
                {version === template.version && <StatusText tone="done">{t('currentVersion')}</StatusText>}
              </Row>
              <Text size="s" tone="muted">
                <RelativeTime iso={time} />
                {running > 0 && ` · ${w('nRunning', { count: running })}`}
              </Text>
            </Stack>
            <Button
              size="small"
              icon={<EyeOutlined />}
              aria-expanded={shown === version}
              aria-label={t('showVersion', { count: version })}
              onClick={() => setShown(shown === version ? undefined : version)}
            >
              {t('show')}
            </Button>
          </Row>
        ))}
      </DividedList>
      {shown !== undefined && <Version key={shown} template={template} version={shown} restore={restore} />}
    </Stack>
  );
}

function Version({ template, version, restore }: VersionsTabProps & { version: number }): ReactNode {
  const t = useText('designer');
  const found = useCall(flowTemplates.version, { id: template.id, version });
  if (found.error !== null && found.data === undefined) return <ErrorBox small error={found.error} retry={() => void found.refetch()} />;
  if (found.data === undefined) return <Skeleton active />;
  return (
    <Section
      title={t('versionNamed', { count: version })}
      actions={
        version !== template.version && (
          <Button icon={<RollbackOutlined />} onClick={() => found.data && restore(found.data)}>
            {t('restore')}
          </Button>
        )
      }
    >
      <VersionPicture template={template} version={found.data} />
    </Section>
  );
}

function VersionPicture({ template, version }: { template: Template; version: TemplateVersion }): ReactNode {
  const t = useText('designer');
  const { graph, fields, steps } = version;
  const words = useDesignWords({ flowKind: template.flowKind, graph, fields, steps, names: namesIn(version) });
  return (
    <>
      {fields.length > 0 && (
        <Text as="p" size="s" tone="muted">
          {t('versionFields', { names: fields.map(({ name }) => name).join(t('listBetween')) })}
        </Text>
      )}
      <div className={styles.picture}>
        <Suspense fallback={<Skeleton active className={styles.loading ?? ''} />}>
          <FlowCanvas label={t('versionNamed', { count: version.version })} graph={graph} words={words} />
        </Suspense>
      </div>
    </>
  );
}
