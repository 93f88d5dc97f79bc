import { CloseOutlined, DesktopOutlined } from '@ant-design/icons';
import { module, moduleType, objType } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { type Hit, search } from '@dossier/contract/search/search';
import { flowLimits } from '@dossier/contract/workflows/flow-shapes';
import { Button, Progress, Select } from 'antd';
import { type DragEvent, type ReactNode, useDeferredValue, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { DropZone, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { call } from '../../../platform/call.ts';
import { textOf, useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { invalidateRoutes, useCall } from '../../../platform/query.ts';
import { FileIcon } from '../../../platform/ui/file-icon.tsx';
import { Field, FileRow } from '../../../platform/ui/page-parts.tsx';
import { can } from '../../documents/areas.ts';
import { type PickedFile, type UploadEntry, droppedFiles, pickedFiles, useUploads } from '../../documents/upload-entries.ts';
import { useCurrentUser } from '../../identity/current-user.ts';
import styles from '../flows.module.css';
import type { ChosenDocument } from './flow-draft.ts';

interface DocumentsFieldProps {
  value: readonly ChosenDocument[];
  onChange: (value: ChosenDocument[]) => void;
  hint: string;
  /** Limits the search to this folder. */
  parentId?: string | undefined;
  /** They stay as they are. */
  fixed?: boolean;
}

/** Selects documents by part of their name; they are submitted at their present revision. */
export function DocumentsField({ value, onChange, hint, parentId, fixed = false }: DocumentsFieldProps): ReactNode {
  const t = useText('workflows');
  return (
    <Field label={t('documents')} hint={hint}>
      {!fixed && value.length < flowLimits.documents && (
        <DocumentSelect id="flow-documents" parentId={parentId} known={value} add={(selected) => onChange([...value, selected])} />
      )}
      {value.length > 0 && (
        <Stack as="ul">
          {value.map((selected) => (
            <FileRow key={selected.id}>
              <FileIcon objType={objType.document} {...(selected.ext && { ext: selected.ext })} />
              <span title={selected.name}>{selected.name}</span>
              {!fixed && (
                <Button
                  type="text"
                  size="small"
                  icon={<CloseOutlined />}
                  aria-label={t('removeNamed', { name: selected.name })}
                  title={t('removeNamed', { name: selected.name })}
                  onClick={() => onChange(value.filter((other) => other !== selected))}
                />
              )}
            </FileRow>
          ))}
        </Stack>
      )}
    </Field>
  );
}

const drawHit = ({ data }: { data: { hit: Hit } }): ReactNode => (
  <Row as="span" gap={2}>
    <FileIcon objType={objType.document} {...(data.hit.ext && { ext: data.hit.ext })} />
    <Text truncate>{data.hit.name}</Text>
    <Text as="small" size="xs" tone="muted" truncate grow>
      {data.hit.path}
    </Text>
  </Row>
);

interface DocumentSelectProps {
  id?: string;
  known: readonly ChosenDocument[];
  add: (selected: ChosenDocument) => void;
  parentId?: string | undefined;
  label?: string;
}

/** Finds a document by part of its name. */
export function DocumentSelect({ id, known, add, parentId, label }: DocumentSelectProps): ReactNode {
  const t = useText('workflows');
  const [text, setText] = useState('');
  const keyword = useDeferredValue(text.trim());
  const found = useCall(
    search.search,
    { keyword, in: 'name', pageNo: 1, pageSize: 20, ...(parentId !== undefined && { parentId }) },
    { enabled: keyword !== '', keep: true },
  );
  const taken = new Set(known.map((selected) => selected.id));
  const all = keyword === '' ? [] : (found.data?.list ?? []);
  const hits = all.filter((hit) => hit.objType === objType.document && hit.attachedTo === undefined && !taken.has(hit.id));
  const choose = (chosen: string): void => {
    const hit = hits.find((selected) => selected.id === chosen);
    setText('');
    if (hit) add({ id: hit.id, name: hit.name, ext: hit.ext ?? '' });
  };
  return (
    <Select
      {...(id !== undefined && { id })}
      value={null}
      showSearch={{ filterOption: false, onSearch: setText, searchValue: text }}
      aria-label={label ?? t('addDocument')}
      placeholder={label ?? t('addDocument')}
      loading={found.isFetching}
      notFoundContent={keyword === '' ? t('typeName') : found.isFetching ? t('searching') : t('nothingFound')}
      options={hits.map((hit) => ({ value: hit.id, label: hit.name, hit }))}
      optionRender={drawHit}
      onSelect={(chosen: string | null) => chosen !== null && choose(chosen)}
    />
  );
}

/** The cabinet in the user's personal area for submitted local files; created when first needed. */
async function ensureOwnCabinet(personId: string): Promise<{ id: string; name: string }> {
  const name = textOf('workflows')('ownCabinet');
  const { list } = await call(library.cabinets, { moduleType: moduleType.my, keyword: name, pageSize: 100 });
  for (const selected of list) {
    if (selected.name !== name || selected.objType !== objType.cabinet || !can(selected.rights, 'upload')) continue;
    // another user may share one with the same name
    if ((await call(library.cabinetDetail, { id: selected.id })).ownerId === personId) return { id: selected.id, name };
  }
  const { id } = await call(library.createCabinet, { name, moduleType: moduleType.my });
  await invalidateRoutes(library.cabinets, library.tree);
  return { id, name };
}

/** Local files to be submitted. */
export interface SubmissionFiles {
  /** Uploads into the user's personal area. */
  coming: readonly UploadEntry[];
  /** Uploads files like any other upload. */
  bring: (files: readonly PickedFile[]) => Promise<void>;
}

/** Uploads local files into the user's personal area, and reports each as soon as it is stored. */
export function useSubmissionFiles(arrived: (selected: ChosenDocument) => void): SubmissionFiles {
  const { id: personId } = useCurrentUser();
  const [ids, setIds] = useState<readonly string[]>([]);
  const entries = useUploads(useShallow(({ entries: all }) => all.filter((selected) => ids.includes(selected.id))));
  const reported = useRef(new Set<string>());
  const report = useEffectEvent(async ({ id: entryId, documentId }: UploadEntry) => {
    try {
      if (documentId === undefined) return;
      const { id, name, ext = '' } = await call(library.documentDetail, { id: documentId });
      arrived({ id, name, ext });
    } finally {
      setIds((known) => known.filter((id) => id !== entryId));
    }
  });
  useEffect(() => {
    for (const entry of entries) {
      if (entry.state !== 'done' || reported.current.has(entry.id)) continue;
      reported.current.add(entry.id);
      void report(entry).catch(() => undefined);
    }
  }, [entries]);
  const bring = async (files: readonly PickedFile[]): Promise<void> => {
    if (files.length === 0) return;
    const [target, { startUpload }] = await Promise.all([ensureOwnCabinet(personId), import('../../documents/upload-queue.ts')]);
    const started = await startUpload(files, target);
    setIds((known) => [...known, ...started]);
  };
  // a failed upload can be retried in the tray; a finished one counts as coming until the form has it
  return { coming: entries.filter((selected) => selected.state !== 'failed' && selected.state !== 'skipped'), bring };
}

interface FilesFieldProps {
  files: SubmissionFiles;
  /** How many more can be submitted. */
  free: number;
}

const hasFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

/** Uploads local files, picked or dropped; they join the documents of the form once stored. */
export function FilesField({ files: { coming, bring }, free }: FilesFieldProps): ReactNode {
  const t = useText('workflows');
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const { moduleTypes } = useCurrentUser();
  const left = free - coming.length;
  if (!moduleTypes.includes(module.my)) return null;
  const take = (picked: readonly PickedFile[]): void => {
    if (picked.length > left) notice.warning(textOf('platform')('tooMany', { count: left }));
    else void bring(picked).catch(() => undefined);
  };
  // the list behind, which accepts drops everywhere else, must not take these
  const onDragOver = (event: DragEvent): void => {
    if (!hasFiles(event) || left <= 0) return;
    event.preventDefault();
    event.stopPropagation();
    setOver(true);
  };
  const onDrop = (event: DragEvent): void => {
    setOver(false);
    if (!hasFiles(event) || left <= 0) return;
    event.preventDefault();
    event.stopPropagation();
    void droppedFiles(event.nativeEvent.dataTransfer ?? new DataTransfer()).then(take, () => undefined);
  };
  return (
    <DropZone over={over} onDragOver={onDragOver} onDragLeave={() => setOver(false)} onDrop={onDrop}>
      <Button icon={<DesktopOutlined />} disabled={left <= 0} onClick={() => input.current?.click()}>
        {t('addFiles')}
      </Button>
      <Text size="s" tone="muted">
        {t('addFilesHint', { area: textOf('documents.library')('areaMy'), cabinet: t('ownCabinet') })}
      </Text>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('addFiles')}
        onChange={({ target }) => {
          take(target.files === null ? [] : pickedFiles(target.files));
          target.value = '';
        }}
      />
      {coming.length > 0 && <Coming entries={coming} />}
    </DropZone>
  );
}

function Coming({ entries }: { entries: SubmissionFiles['coming'] }): ReactNode {
  return (
    <Stack as="ul" className={styles.coming}>
      {entries.map(({ id, file, sent }) => (
        <FileRow key={id}>
          <FileIcon objType={objType.document} ext={file.name.split('.').at(-1)?.toLowerCase() ?? ''} />
          <span title={file.name}>{file.name}</span>
          <Progress
            className={styles.progress ?? ''}
            size={{ height: 4 }}
            percent={file.size === 0 ? 0 : Math.floor((sent / file.size) * 100)}
            aria-label={file.name}
          />
        </FileRow>
      ))}
    </Stack>
  );
}
