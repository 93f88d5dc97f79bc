import {
  AuditOutlined,
  DatabaseOutlined,
  FolderOpenOutlined,
  QuestionCircleOutlined,
  SettingOutlined,
  TeamOutlined,
  UploadOutlined,
  UserAddOutlined,
} from '@ant-design/icons';
import { module, moduleType } from '@dossier/contract/core/rights';
import type { CurrentUser } from '@dossier/contract/identity/sessions';
import { library } from '@dossier/contract/documents/library';
import { type ReactNode, useId } from 'react';
import { openCustomFolders } from '../../modules/classification/custom-folders-panel.tsx';
import { itemPath } from '../../modules/documents/areas.ts';
import { startFirstCabinet, uploadOwnFiles } from '../../modules/documents/first-files.ts';
import { isSiteAdmin, useCurrentUser } from '../../modules/identity/current-user.ts';
import { startMeeting } from '../../modules/meetings/upcoming-meetings-panel.tsx';
import { startPath } from '../../modules/workflows/paths.ts';
import { useText } from '../../platform/i18n.ts';
import { helpPath } from '../../platform/help-path.ts';
import { useNavigate } from '../../platform/navigation.ts';
import { useCall } from '../../platform/query.ts';
import { FileIcon } from '../../platform/ui/file-icon.tsx';
import { Heading, PlainButton, Row, Stack, Text } from '../../platform/ui/layout.tsx';
import { PanelText } from '../../platform/ui/list-panel.tsx';

import styles from './home.module.css';
import { panelInput, panelStaleMs } from './item-panels.tsx';
import type { PanelName } from './panel-preferences.ts';

/** A panel that has nothing to show. */
export interface EmptyPanel {
  name: PanelName;
  title: string;
  /** What would stand in it. */
  text: string;
}

interface Step {
  id: 'upload' | 'cabinet' | 'people' | 'flow' | 'meeting' | 'folders' | 'help';
  icon: ReactNode;
  /** The panels that it would fill: it is offered while one of them is empty. */
  fills: readonly PanelName[];
  allowed: (user: CurrentUser) => boolean;
  run: () => unknown;
}

function useSteps(): Step[] {
  const go = useNavigate();
  const user = useCurrentUser();
  const has = (area: number) => (): boolean => user.moduleTypes.includes(area);
  const steps: Step[] = [
    {
      id: 'upload',
      icon: <UploadOutlined />,
      fills: ['recent', 'newest'],
      allowed: has(module.my),
      run: () => uploadOwnFiles(go),
    },
    {
      id: 'cabinet',
      icon: <DatabaseOutlined />,
      fills: ['newest'],
      allowed: ({ deeds }) => has(module.enterprise)() && deeds.includes('cabinets.create'),
      run: () => startFirstCabinet(go),
    },
    {
      id: 'people',
      icon: <UserAddOutlined />,
      fills: ['newest', 'activity'],
      allowed: ({ deeds }) => deeds.includes('people.edit'),
      run: () => go(isSiteAdmin(user) ? '/site-admin/index/site-userManger/site-user' : '/admin/index/userManger/partment'),
    },
    { id: 'flow', icon: <AuditOutlined />, fills: ['moreFlows'], allowed: has(module.flows), run: () => go(startPath) },
    { id: 'meeting', icon: <TeamOutlined />, fills: ['meetings'], allowed: has(module.meetings), run: () => startMeeting(go) },
    { id: 'folders', icon: <FolderOpenOutlined />, fills: ['customFolders'], allowed: () => true, run: openCustomFolders },
    { id: 'help', icon: <QuestionCircleOutlined />, fills: ['recent', 'newest'], allowed: () => true, run: () => go(helpPath) },
  ];
  return steps.filter(({ allowed }) => allowed(user));
}

interface FirstStepsProps {
  empty: readonly EmptyPanel[];
  /** Opens the choice of panels. */
  choose: () => void;
}

/** Empty panels, folded into one quiet place: what could be done first, and what would stand in them. */
export function FirstSteps({ empty, choose }: FirstStepsProps): ReactNode {
  const t = useText('app.home');
  const id = useId();
  const steps = useSteps().filter(({ fills }) => empty.some(({ name }) => fills.includes(name)));
  const isNew = empty.some(({ name }) => name === 'newest');
  return (
    <Stack as="section" gap={3} aria-labelledby={id} className={styles.steps}>
      <Stack gap={1} className={styles.words}>
        <Heading level={2} id={id}>
          {t(steps.length > 0 ? 'firstSteps' : 'emptyPanels')}
        </Heading>
        {isNew && <Places />}
      </Stack>
      {steps.length > 0 && (
        <ul className={styles.stepList}>
          {steps.map((step) => (
            <li key={step.id}>
              <PlainButton className={styles.step} onClick={() => void step.run()}>
                <Text tone="accent" className={styles.sign} aria-hidden>
                  {step.icon}
                </Text>
                <Stack as="span">
                  <Text label>{t(`step_${step.id}`)}</Text>
                  <Text size="s" tone="muted">
                    {t(`step_${step.id}_hint`)}
                  </Text>
                </Stack>
              </PlainButton>
            </li>
          ))}
        </ul>
      )}
      <details className={styles.empties}>
        <summary>{t('emptyPanelsFolded')}</summary>
        <dl>
          {empty.map(({ name, title, text }) => (
            <div key={name}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <PlainButton link onClick={choose}>
          <SettingOutlined aria-hidden /> {t('choosePanels')}
        </PlainButton>
      </details>
    </Stack>
  );
}

/** For a user who sees no document yet: the cabinets and folders that they have access to, or what documents are kept in. */
function Places(): ReactNode {
  const t = useText('app.home');
  const go = useNavigate();
  const { moduleTypes, deeds } = useCurrentUser();
  const isShared = moduleTypes.includes(module.enterprise) && !deeds.includes('cabinets.create');
  const places = useCall(
    library.cabinets,
    { moduleType: moduleType.enterprise, ...panelInput },
    { staleTime: panelStaleMs, enabled: isShared },
  );
  const list = places.data?.list ?? [];
  if (isShared && places.data === undefined) return null;
  return (
    <>
      <PanelText>{t(!isShared ? 'startText' : list.length > 0 ? 'sharedText' : 'nothingSharedText')}</PanelText>
      {list.length > 0 && (
        <Row gap={4} pad={[1, 2]} wrap>
          {list.map((place) => (
            <PlainButton key={place.id} link onClick={() => go(itemPath(place))}>
              <FileIcon objType={place.objType} size={16} /> {place.name}
            </PlainButton>
          ))}
        </Row>
      )}
    </>
  );
}
