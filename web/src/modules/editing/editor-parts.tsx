import { ArrowLeftOutlined, CheckCircleOutlined, CloudSyncOutlined, LoadingOutlined, WarningOutlined } from '@ant-design/icons';
import { objType } from '@dossier/contract/core/rights';
import type { OpenedDocument, RoomPerson } from '@dossier/contract/editing/editing';
import { type ComponentType, type ReactNode, Suspense, createContext, lazy, use, useId, useState } from 'react';
import { joinedNames, languageTags, useLanguage, useText } from '../../platform/i18n.ts';
import { usePageQuery } from '../../platform/navigation.ts';
import { patternParam } from '../../platform/page-query.ts';
import { useOwnSession } from '../../platform/unkept-work.ts';
import { FileIcon } from '../../platform/ui/file-icon.tsx';
import { useMedia } from '../../platform/ui/hooks.ts';
import { classNames, Text, VisuallyHidden } from '../../platform/ui/layout.tsx';
import { Spinner } from '../../platform/ui/spinner.tsx';
import { ToolButton } from '../../platform/ui/tool-button.tsx';
import { ViewerBarEnd, ViewerCard, ViewerMain, ViewerTitle, ViewerWindow, Waiting, useLeaveViewer } from '../preview/viewer-parts.tsx';
import { type CommentedDocument, useCommentsPane } from './comments-beside.ts';
import { CommentsButton } from './comments-button.tsx';
import styles from './editor-parts.module.css';
import { ForeignCover } from './foreign-cover.tsx';
import { ReleaseLine, type Writing } from './release-line.tsx';

/** Why a document cannot be opened, or be written any longer. */
export interface EditTrouble {
  code: number;
  message: string;
}

/** Whether what is typed is safe. */
export interface KeptState {
  /** `viewOnly`: the document can only be viewed. */
  phase: 'connecting' | 'open' | 'offline' | 'refused' | 'viewOnly' | 'closed';
  /** Something typed is not yet on the disk of the server. */
  unkept: boolean;
  /** The server cannot keep anything at present. */
  failing: boolean;
  /** When a version was saved last. */
  savedAt?: number | undefined;
}

/** Asks for the room of a document: a user by the session, a visitor by the link. */
export type OpenRoom = (id: string) => Promise<OpenedDocument>;

/** Set where the visitor of a share link edits: the ways out of the editor, and how the document's room and pictures are asked for. */
export interface VisitorHost {
  openRoom: OpenRoom;
  /** The preview token of the document. */
  previewToken: (id: string) => Promise<string>;
  /** Closes the editor. */
  leave: () => void;
  /** Shows the document in place of the editor. */
  view: () => void;
}

/** Undefined for users. */
export const VisitorHostContext = createContext<VisitorHost | undefined>(undefined);

interface EditorFrameProps {
  title: string;
  ext?: string;
  /** Without the buttons that leave the editor: it is part of another page. */
  isAlone: boolean;
  start?: ReactNode;
  end?: ReactNode;
  notice?: ReactNode;
  /** Set while the document is written: others may ask for it. */
  writing?: Writing;
  /** Set where users read and write comments beside the document. */
  commented?: CommentedDocument;
  children: ReactNode;
}

/** What an editor of one document is given by its page. */
export interface EditorProps {
  id: string;
  /** Without the buttons that leave the editor. */
  isAlone: boolean;
  /** Opens the document anew. */
  again: () => void;
}

const EditorQuery = { id: patternParam(/^[1-9]\d{0,15}$/) };

/** The page of an editor: each attempt to open the document of the address is an `Editor` of its own. `alone` is the path without our page around it. */
export function EditorPage({ alone, ext, Editor }: { alone: string; ext: string; Editor: ComponentType<EditorProps> }): ReactNode {
  const t = useText('editing.editor');
  const { id } = usePageQuery(EditorQuery);
  const [attempt, setAttempt] = useState(0);
  const isAlone = location.pathname === alone;
  if (id !== undefined)
    return (
      <>
        <Editor key={`${id} ${attempt}`} id={id} isAlone={isAlone} again={() => setAttempt(attempt + 1)} />
        <ForeignCover />
      </>
    );
  return (
    <EditorFrame title={t('edit')} ext={ext} isAlone={isAlone}>
      <ViewerCard title={t('noDocument')} />
    </EditorFrame>
  );
}

// visitors of links load none of it
const CommentsPane = lazy(() => import('./comments-pane.tsx').then((m) => ({ default: m.CommentsPane })));

/** The window of an editor: its bar, a line about what is unusual, and the document. */
export function EditorFrame({ title, ext, isAlone, start, end, notice: line, writing, commented, children }: EditorFrameProps): ReactNode {
  const t = useText('editing.editor');
  const back = useLeaveViewer();
  const host = use(VisitorHostContext);
  const leave = host?.leave ?? back;
  const isCommented = useCommentsPane((pane) => pane.isOpen);
  const ofUser = host === undefined ? commented : undefined;
  return (
    <ViewerWindow
      notice={
        <>
          {writing && host === undefined && <ReleaseLine writing={writing} />}
          {line}
        </>
      }
      bar={
        <>
          {!isAlone && <ToolButton label={t('close')} icon={<ArrowLeftOutlined />} onClick={leave} />}
          <ViewerTitle icon={<FileIcon objType={objType.document} ext={ext ?? 'txt'} size={18} />}>{title}</ViewerTitle>
          {start}
          <ViewerBarEnd>
            {end}
            {ofUser && <CommentsButton {...ofUser} />}
          </ViewerBarEnd>
        </>
      }
    >
      {children}
      <Suspense>{ofUser && isCommented && <CommentsPane id={ofUser.id} selection={ofUser.selection} />}</Suspense>
    </ViewerWindow>
  );
}

/** Shown while a document, or its editor, is on its way. */
export function Opening(): ReactNode {
  const t = useText('editing.editor');
  return (
    <ViewerMain>
      <Waiting>
        <Spinner label={t('loading')} delay={300} />
      </Waiting>
    </ViewerMain>
  );
}

/** A button of a narrow bar, which tells its words below the bar when it is pressed. */
function BarHint({
  label,
  className,
  sign,
  children,
}: {
  label: string;
  className?: string | undefined;
  sign: ReactNode;
  children: ReactNode;
}): ReactNode {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" popoverTarget={id} aria-label={label} className={classNames(styles.sign, className)}>
        {sign}
      </button>
      <div id={id} popover="auto" className={styles.hint} onToggle={(event) => setOpen(event.newState === 'open')}>
        {isOpen && children}
      </div>
    </>
  );
}

type KeptSign = 'connecting' | 'offline' | 'keeping' | 'kept';

const keptSigns: Record<KeptSign, ReactNode> = {
  connecting: <LoadingOutlined aria-hidden />,
  offline: <WarningOutlined aria-hidden />,
  keeping: <CloudSyncOutlined aria-hidden />,
  kept: <CheckCircleOutlined aria-hidden />,
};

function signOf({ phase, unkept, failing }: KeptState): KeptSign {
  if (phase === 'connecting') return 'connecting';
  if (phase === 'offline' || failing) return 'offline';
  return unkept ? 'keeping' : 'kept';
}

/** Whether what is typed is safe: in a few words, in a narrow window by a sign that tells them. */
export function Status({ state }: { state: KeptState }): ReactNode {
  const t = useText('editing.editor');
  const language = useLanguage();
  const isNarrow = useMedia('narrow');
  const sign = signOf(state);
  const session = useOwnSession().state;
  const { savedAt } = state;
  const time =
    savedAt === undefined ? '' : new Date(savedAt).toLocaleTimeString(languageTags[language], { hour: '2-digit', minute: '2-digit' });
  const safe = savedAt === undefined ? t('kept') : t('savedAt', { time });
  // a line above the document tells why nothing can be kept
  const text = { connecting: t('connecting'), offline: '', keeping: t('keeping'), kept: safe }[sign];
  const status = (
    <Text size="s" tone="muted" className={styles.status} role="status">
      {text}
    </Text>
  );
  if (!isNarrow) return status;
  const words =
    text || t(session === 'ended' ? 'signedOut' : session === 'foreign' ? 'otherUser' : state.phase === 'offline' ? 'offline' : 'failing');
  return (
    <>
      <VisuallyHidden>{status}</VisuallyHidden>
      <BarHint label={words} className={styles[sign]} sign={keptSigns[sign]}>
        {words}
      </BarHint>
    </>
  );
}

/** The most people whose initials are shown, and in a narrow window. */
const mostShown = 4;
const mostShownNarrow = 2;

/** Who edits, by the initials in the colours of their carets; one entry a person, however many windows. In a narrow window they tell the names. */
export function People({ people, own, isLost }: { people: readonly RoomPerson[]; own: number; isLost: boolean }): ReactNode {
  const t = useText('editing.editor');
  const isNarrow = useMedia('narrow');
  const byPerson = [...Map.groupBy(people, (person) => person.personId).values()].flatMap(([person]) => person ?? []);
  const mine = people.find((person) => person.id === own)?.personId;
  if (byPerson.length < 2) return null;
  const label = t('people', { count: byPerson.length });
  const nameOf = (person: RoomPerson): string => (person.personId === mine ? t('you', { name: person.name }) : person.name);
  const initial = (person: RoomPerson): ReactNode => <span aria-hidden="true">{[...person.name][0]?.toUpperCase()}</span>;
  if (isNarrow) {
    const others = byPerson.length - mostShownNarrow;
    const signs = byPerson.slice(0, mostShownNarrow).map((person) => (
      <span key={person.personId} className={styles.person} style={{ background: person.color }}>
        {initial(person)}
      </span>
    ));
    return (
      <BarHint
        label={label}
        className={classNames(styles.people, isLost && styles.lost)}
        sign={
          <>
            {signs}
            {others > 0 && <span className={styles.more}>{`+${others}`}</span>}
          </>
        }
      >
        <ul className={styles.names} aria-label={label}>
          {byPerson.map((person) => (
            <li key={person.personId}>
              <span className={styles.person} style={{ background: person.color }}>
                {initial(person)}
              </span>
              {nameOf(person)}
            </li>
          ))}
        </ul>
      </BarHint>
    );
  }
  return (
    <ul className={classNames(styles.people, isLost && styles.lost)} aria-label={label}>
      {byPerson.slice(0, mostShown).map((person) => (
        <li key={person.personId} className={styles.person} style={{ background: person.color }} title={nameOf(person)}>
          {initial(person)}
          <VisuallyHidden>{nameOf(person)}</VisuallyHidden>
        </li>
      ))}
      {byPerson.length > mostShown && (
        <li title={joinedNames(byPerson.map((person) => person.name))}>{`+${byPerson.length - mostShown}`}</li>
      )}
    </ul>
  );
}
