import { acknowledgements } from '@dossier/contract/acknowledgements/acknowledgements';
import { create } from 'zustand';
import { call } from '../../platform/call.ts';
import { textOf } from '../../platform/i18n.ts';
import { notice } from '../../platform/notices.ts';
import { invalidate } from '../../platform/query.ts';
import { confirm } from '../../platform/ui/confirm.tsx';
import { Stack, Text } from '../../platform/ui/layout.tsx';
import { refreshLists } from './areas.ts';
import { changeShownItem } from './edit-states.ts';

/** What the user is asked on a document: to acknowledge it, nothing more as they have, or nothing. */
type OwnState = 'asked' | 'given' | 'none';

/** Documents of which more was heard than this are forgotten, the oldest first. */
const mostKept = 200;

/** What was heard of documents while this window was open. */
const useStates = create<{ byId: ReadonlyMap<string, OwnState> }>(() => ({ byId: new Map() }));

/** What the user is asked on a document, as it was heard last; undefined where nothing was heard. */
export const useOwnAcknowledgement = (id: string): OwnState | undefined => useStates(({ byId }) => byId.get(id));

/** The calls that answer what is asked on one document, and those that answer more. */
const ofDocument = new Set<unknown>([acknowledgements.detail.path, acknowledgements.requests.path]);
const ofMore = new Set<unknown>([acknowledgements.people.path, acknowledgements.leftOut.path, acknowledgements.pending.path]);

const refreshDocument = (id: string): Promise<void> =>
  invalidate({
    predicate: ({ queryKey: [path, input] }) => ofMore.has(path) || (ofDocument.has(path) && (input as { objId?: string }).objId === id),
  });

/** Shows what the user is asked on a document in the lists, details and viewer that are open. */
export function showOwnAcknowledgement(id: string, own: OwnState): void {
  useStates.setState(({ byId }) => ({ byId: new Map([...[...byId].filter(([one]) => one !== id).slice(1 - mostKept), [id, own]]) }));
  changeShownItem(id, (item) => {
    const rest = { ...item };
    delete rest.acknowledgement;
    return own === 'none' ? rest : { ...rest, acknowledgement: own };
  });
}

/** Hundreds may acknowledge a document in a minute: what is shown of it is asked for anew at most once in this time. */
const pauseMs = 1000;
const paused = new Map<string, { missed: boolean }>();

function refreshWithPauses(id: string): void {
  const before = paused.get(id);
  if (before !== undefined) return void (before.missed = true);
  const pause = { missed: false };
  paused.set(id, pause);
  setTimeout(() => {
    paused.delete(id);
    if (pause.missed) refreshWithPauses(id);
  }, pauseMs);
  void refreshDocument(id);
}

/** Shows that who is asked to acknowledge a document, or has, is no longer as it was. */
export function showAcknowledgementChange(data: unknown): void {
  const { id, own } = data as { id: string; own?: OwnState };
  if (own !== undefined) showOwnAcknowledgement(id, own);
  refreshWithPauses(id);
}

/** What was asked or acknowledged on a document has changed by the user, and with it the mark in lists. */
export async function refreshAcknowledgements(id: string): Promise<void> {
  await Promise.all([refreshDocument(id), refreshLists()]);
}

/** Acknowledges the version that the user is asked about, after a question, as it cannot be taken back. */
export async function acknowledge(id: string, name: string): Promise<void> {
  const t = textOf('acknowledgements');
  const { request } = await call(acknowledgements.detail, { objId: id });
  const isOpen = request?.asked === true && request.acknowledgedTime === undefined;
  // it was ended, or acknowledged elsewhere
  if (!isOpen) return showAcknowledgementChange({ id, own: request?.asked === true ? 'given' : 'none' });
  const text = (
    <Stack gap={2}>
      {request.note !== undefined && (
        <Text as="p" prose>
          {request.note}
        </Text>
      )}
      <Text as="p">{t('acknowledgeText')}</Text>
    </Stack>
  );
  const title = t('acknowledgeTitle', { name, label: request.revisionLabel });
  if (!(await confirm({ title, text, ok: t('acknowledge') }))) return;
  await call(acknowledgements.acknowledge, { id: request.id });
  showOwnAcknowledgement(id, 'given');
  await refreshAcknowledgements(id);
  notice.success(t('acknowledged'));
}
