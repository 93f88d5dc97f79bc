import { codes } from '@dossier/contract/core/codes';
import { content } from '@dossier/contract/documents/content';
import { Modal, Radio } from 'antd';
import { type ReactNode, useState } from 'react';
import { CallError, call, noAnswer } from '../../platform/call.ts';
import { openDialog } from '../../platform/dialogs.ts';
import { loadTexts, textOf, useText } from '../../platform/i18n.ts';
import { notice } from '../../platform/notices.ts';
import { Card, Text } from '../../platform/ui/layout.tsx';
import styles from './dialogs/dialogs.module.css';
import { type PickedFile, type SameName, pathBelow, pickedFiles } from './upload-entries.ts';
import { retryDelayOf, waitForNetwork } from './uploads/send-file.ts';
import { enqueue } from './uploads/upload-queue.ts';

/** The target folder of an upload. */
interface UploadTarget {
  readonly id: string;
  readonly name: string;
}

/** Names in one `checkNames` call; about the server's limit. */
const namesAtOnce = 5000;

/** Asks once how to resolve name conflicts, then queues the files; returns their ids in the tray. */
export async function startUpload(files: readonly PickedFile[], target: UploadTarget, extract = false): Promise<string[]> {
  if (files.length === 0) return [];
  await loadTexts();
  const taken = extract ? new Set<string>() : await takenNames(files, target.id);
  let choice: SameName | 'skip' = 'refuse';
  if (taken.size > 0) {
    const answer = await askNameConflicts([...taken], target.name);
    if (answer === undefined) return [];
    choice = answer;
  }
  const entries = files.map(({ file, folderPath }) => {
    const isTaken = taken.has(pathBelow(folderPath, file.name));
    const onSameName: SameName = isTaken && choice !== 'skip' ? choice : 'refuse';
    const state = isTaken && choice === 'skip' ? ('skipped' as const) : ('waiting' as const);
    return { file, parentId: target.id, parentName: target.name, folderPath, onSameName, extract, state };
  });
  const ids = enqueue(entries);
  if (entries.every((entry) => entry.state === 'skipped')) notice.info(textOf('documents.content')('allSkipped'));
  return ids;
}

async function takenNames(files: readonly PickedFile[], parentId: string): Promise<Set<string>> {
  const paths = files.map(({ file, folderPath }) => pathBelow(folderPath, file.name));
  const taken = new Set<string>();
  for (let at = 0; at < paths.length; at += namesAtOnce) {
    const names = paths.slice(at, at + namesAtOnce);
    const answer = await retryWhileOffline((quiet) => call(content.checkNames, { parentId, names }, { quiet }));
    for (const conflict of answer.taken) taken.add(conflict.name);
  }
  return taken;
}

/** Attempts before the user is told that the server is unreachable: about two minutes. */
const maxAttempts = 11;

/** Retries while the server is unreachable, so that dropped files are not lost. */
async function retryWhileOffline<T>(request: (quiet: boolean) => Promise<T>): Promise<T> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    try {
      return await request(true);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.code !== noAnswer) {
        if (error.code !== codes.notSignedIn.code) notice.error(error.message);
        throw error;
      }
      if (attempt === 0) notice.info(textOf('documents.content')('waitingForNetwork'));
      await waitForNetwork(retryDelayOf(attempt));
    }
  }
  return request(false);
}

export type PickKind = 'files' | 'folder' | 'zip';

/** Lets the user pick files, a folder, or zips to extract, and uploads them. */
export function pickFiles(kind: PickKind, target: UploadTarget): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  if (kind === 'folder') input.webkitdirectory = true;
  if (kind === 'zip') input.accept = '.zip';
  input.hidden = true;
  input.dataset.upload = kind;
  // The browser may collect the input while the file picker is open, unless it is in the document.
  document.body.append(input);
  const leave = () => input.remove();
  input.addEventListener('cancel', leave);
  input.addEventListener('change', () => {
    void startUpload(input.files === null ? [] : pickedFiles(input.files), target, kind === 'zip').catch(() => undefined);
    leave();
  });
  input.click();
}

type NameConflictChoice = 'rename' | 'revision' | 'skip';

interface NameConflictProps {
  names: readonly string[];
  folder: string;
  answer: (choice: NameConflictChoice | undefined) => void;
  close: () => void;
}

const maxListed = 50;

function NameConflictDialog({ names, folder, answer, close }: NameConflictProps): ReactNode {
  const t = useText('documents.content');
  const [open, setOpen] = useState(true);
  const [choice, setChoice] = useState<NameConflictChoice>('revision');
  const respond = (chosen: NameConflictChoice | undefined) => {
    answer(chosen);
    setOpen(false);
  };
  const choices = (['revision', 'rename', 'skip'] as const).map((value) => ({
    value,
    label: (
      <>
        {t(value)}
        <Text as="p" size="xs" tone="muted">
          {t(`${value}Hint`)}
        </Text>
      </>
    ),
  }));
  return (
    <Modal
      open={open}
      width={500}
      title={t('takenTitle', { count: names.length, folder })}
      okText={t('upload')}
      cancelText={t('cancel')}
      onOk={() => respond(choice)}
      onCancel={() => respond(undefined)}
      afterClose={close}
    >
      <Card as="ul" pad={2} scroll className={styles.names} tabIndex={0} aria-label={t('takenNames')}>
        {names.slice(0, maxListed).map((name) => (
          <li key={name}>{name}</li>
        ))}
        {names.length > maxListed && <li>{t('andMore', { count: names.length - maxListed })}</li>}
      </Card>
      <Radio.Group vertical value={choice} onChange={(event) => setChoice(event.target.value)} options={choices} />
    </Modal>
  );
}

/** Asks once for all files how to resolve name conflicts. */
function askNameConflicts(names: readonly string[], folder: string): Promise<NameConflictChoice | undefined> {
  return new Promise((answer) => openDialog((close) => <NameConflictDialog names={names} folder={folder} answer={answer} close={close} />));
}
