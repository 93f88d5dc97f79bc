import { moduleType, objType } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { useQueries } from '@tanstack/react-query';
import { Radio } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { areaTitles, can, detailRoute } from '../../modules/documents/areas.ts';
import { firstOwnCabinet } from '../../modules/documents/first-files.ts';
import { type ChosenFolder, FolderSelect } from '../../modules/documents/folder-select.tsx';
import { useRecentPlaces } from '../../modules/documents/recent-places.ts';
import { useCurrentUser } from '../../modules/identity/current-user.ts';
import { useText } from '../../platform/i18n.ts';
import { callQueryOptions } from '../../platform/query.ts';
import { FileIcon } from '../../platform/ui/file-icon.tsx';
import { Heading, Row, Stack, Text } from '../../platform/ui/layout.tsx';
import styles from './phone-pages.module.css';

/** The own documents: a choice without a folder, as their first cabinet may have to be made. */
const ownPlace = 'own';
const otherPlace = 'other';

/** The choice of a place for files: one of the last folders, the own documents, or any other folder. */
export function usePlaceChoice() {
  const { moduleTypes } = useCurrentUser();
  const recent = useRecentFolders();
  const [pressed, setPressed] = useState<string>();
  const [other, setOther] = useState<ChosenFolder>();
  const [isMissing, setMissing] = useState(false);
  const hasOwn = moduleTypes.includes(moduleType.my);
  const chosen = pressed ?? recent[0]?.id ?? (hasOwn ? ownPlace : otherPlace);
  /** The chosen folder; undefined where none is, which is told then. */
  const target = async (): Promise<ChosenFolder | undefined> => {
    if (chosen === ownPlace) return { ...(await firstOwnCabinet()), moduleType: moduleType.my };
    const place = chosen === otherPlace ? other : recent.find(({ id }) => id === chosen);
    setMissing(place === undefined);
    return place;
  };
  const choose = (place: ChosenFolder): void => {
    setOther(place);
    setMissing(false);
  };
  return { recent, hasOwn, chosen, isOwn: chosen === ownPlace, press: setPressed, other, choose, isMissing, target };
}

/** Shows the choice. */
export function PlaceChoice({ recent, hasOwn, chosen, press, other, choose, isMissing }: ReturnType<typeof usePlaceChoice>): ReactNode {
  const t = useText('app.phone');
  const words = useText('documents.library');
  const id = useId();
  const note = `${id}-missing`;
  return (
    <Stack as="section" gap={1} aria-labelledby={id}>
      <Heading level={2} id={id}>
        {t('whereTo')}
      </Heading>
      <Radio.Group
        className={styles.places ?? ''}
        aria-labelledby={id}
        value={chosen}
        onChange={({ target: { value } }) => press(String(value))}
      >
        {recent.map((place) => (
          <Place key={place.id} value={place.id} kind={place.objType} name={place.name} path={place.path} />
        ))}
        {hasOwn && <Place value={ownPlace} kind={objType.cabinet} name={words(areaTitles[moduleType.my])} path={t('ownHint')} />}
        <Place value={otherPlace} kind={objType.folder} name={t('otherFolder')} />
      </Radio.Group>
      {chosen === otherPlace && (
        <Stack gap={1} pad={[2, 0]}>
          <FolderSelect value={other} onChange={choose} fits={(node) => can(node.rights, 'upload')} isWrong={isMissing} note={note} />
          {isMissing && (
            <Text size="s" tone="danger" id={note} role="alert">
              {words('choosePlace')}
            </Text>
          )}
        </Stack>
      )}
    </Stack>
  );
}

interface PlaceProps {
  value: string;
  kind: number;
  name: string;
  path?: string;
}

function Place({ value, kind, name, path }: PlaceProps): ReactNode {
  return (
    <Radio value={value} className={styles.place ?? ''}>
      <Row as="span" gap={3}>
        <FileIcon objType={kind} />
        <Stack as="span" grow>
          <Text truncate>{name}</Text>
          {path !== undefined && path !== '' && (
            <Text size="s" tone="muted" truncate>
              {path}
            </Text>
          )}
        </Stack>
      </Row>
    </Radio>
  );
}

interface RecentFolder extends ChosenFolder {
  objType: number;
  moduleType: number;
  /** The names of the folders above it. */
  path: string;
}

/** The folder that was open last, and those that something was moved, copied or shared to: as far as they are there and take uploads. */
function useRecentFolders(): RecentFolder[] {
  const moved = useRecentPlaces(({ ids }) => ids);
  const [open] = useState(() => localStorage.getItem('hprtId'));
  const ids = [...new Set([...(open === null ? [] : [open]), ...moved])];
  const paths = useQueries({ queries: ids.map((id) => callQueryOptions(library.ancestors, { id })) }).map(({ data = [] }) => data);
  const found = paths.flatMap((path) => path.slice(-1)).filter((one) => one.objType !== objType.document && one.publishing !== true);
  const details = useQueries({ queries: found.map((one) => callQueryOptions(detailRoute(one.objType), { id: one.id })) });
  return details.flatMap(({ data }) => {
    const path = paths.find((one) => one.at(-1)?.id === data?.id);
    if (data === undefined || path === undefined || !can(data.rights, 'upload')) return [];
    const above = path.slice(0, -1).map((one) => one.name);
    return [{ id: data.id, name: data.name, objType: data.objType, moduleType: data.moduleType, path: above.join(' › ') }];
  });
}
