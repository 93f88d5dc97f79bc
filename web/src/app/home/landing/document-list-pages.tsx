import { type HomeEntry, home } from '@dossier/contract/core/home';
import { type ReactNode, use } from 'react';
import { folderWindowPath, isFolder, itemPath } from '../../../modules/documents/areas.ts';
import { useText } from '../../../platform/i18n.ts';
import { ItemExtensionsContext } from '../../../platform/item-actions.ts';
import { useNavigate } from '../../../platform/navigation.ts';
import { useCall } from '../../../platform/query.ts';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { FileIcon } from '../../../platform/ui/file-icon.tsx';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { useDelayed } from '../../../platform/ui/hooks.ts';
import { Row, Stack, Text, classNames, entryClass } from '../../../platform/ui/layout.tsx';
import { AppLink } from '../../../platform/ui/links.tsx';
import { GhostLines, PanelText } from '../../../platform/ui/list-panel.tsx';
import styles from './landing.module.css';
import { Landing, LandingCard, SignedIn } from './landing.tsx';

/** /zxOpenHome: the documents opened last. */
export function RecentlyOpenedPage(): ReactNode {
  const t = useText('app.home');
  return (
    <SignedIn path="/zxOpenHome">
      <Landing title={t('recent')}>
        <RecentlyOpened heading={false} />
      </Landing>
    </SignedIn>
  );
}

/** /zxDepDoc: new documents of the user's department. */
export function DepartmentDocumentsPage(): ReactNode {
  const t = useText('app.home');
  return (
    <SignedIn path="/zxDepDoc">
      <Landing title={t('department')}>
        <DepartmentDocuments heading={false} />
      </Landing>
    </SignedIn>
  );
}

const eight = { pageSize: 8 };
const terms = { staleTime: 30_000 };

/** The eight documents that the user opened last. */
export function RecentlyOpened({ heading = true }: { heading?: boolean }): ReactNode {
  const t = useText('app.home');
  const found = useCall(home.open, eight, terms);
  return <Documents {...partOf(found)} title={heading ? t('recent') : undefined} empty={t('recentEmpty')} />;
}

/** The eight newest documents from the user's departments. */
export function DepartmentDocuments({ heading = true }: { heading?: boolean }): ReactNode {
  const t = useText('app.home');
  const found = useCall(home.departmentDocs, eight, terms);
  return <Documents {...partOf(found)} title={heading ? t('department') : undefined} empty={t('departmentEmpty')} />;
}

interface Found {
  data: { list: HomeEntry[] } | undefined;
  error: unknown;
  refetch: () => unknown;
}

const partOf = ({ data, error, refetch }: Found) => ({ list: data?.list, error, retry: () => void refetch() });

interface DocumentsProps {
  /** Absent where the page has this title already. */
  title: string | undefined;
  empty: string;
  list: HomeEntry[] | undefined;
  error: unknown;
  retry: () => void;
}

function Documents({ title, empty, list, error, retry }: DocumentsProps): ReactNode {
  const waiting = list === undefined && !error;
  const late = useDelayed(waiting);
  return (
    <LandingCard title={title} aria-busy={waiting}>
      {error !== null && list === undefined && <ErrorBox small error={error} retry={retry} />}
      <Stack pad={[0, 2]}>
        {late && <GhostLines />}
        {list?.length === 0 && <PanelText>{empty}</PanelText>}
      </Stack>
      {list !== undefined && list.length > 0 && <Rows list={list} />}
    </LandingCard>
  );
}

function Rows({ list }: { list: HomeEntry[] }): ReactNode {
  const go = useNavigate();
  const { open } = use(ItemExtensionsContext);
  return (
    <Stack as="ul" pad={1}>
      {list.map((entry) => (
        <li key={entry.id}>
          <AppLink
            to={itemPath(entry)}
            className={classNames(entryClass, styles.entry)}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              // the page stays while folders are looked into
              if (isFolder(entry)) window.open(folderWindowPath(entry), '_blank', 'noopener');
              else void open(entry, { place: 'home', go, siblings: list });
            }}
          >
            <FileIcon objType={entry.objType} {...(entry.ext && { ext: entry.ext })} size={28} />
            <Stack as="span" grow>
              <Text truncate>{entry.name}</Text>
              <Row as="span" gap={2} align="baseline">
                <Text size="s" tone="muted" nowrap>
                  <RelativeTime iso={entry.time ?? entry.updateTime} />
                </Text>
                <Text size="s" tone="muted" truncate grow>
                  {entry.creatorName}
                </Text>
              </Row>
            </Stack>
          </AppLink>
        </li>
      ))}
    </Stack>
  );
}
