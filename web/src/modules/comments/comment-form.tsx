import { type MentionedPerson, comments, maxCommentLength, maxMentions } from '@dossier/contract/comments/comments';
import { Button, type GetProp, type GetRef, Input, Mentions, type MentionsRef } from 'antd';
import { type KeyboardEvent, type ReactNode, type Ref, useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { takeTyped } from '../../platform/awaited-field.ts';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { Row, Stack, Text } from '../../platform/ui/layout.tsx';
import { hasKeys, showKey } from '../../platform/ui/hotkeys.ts';
import { useDebouncedValue } from '../../platform/use-debounced-value.ts';
import styles from './comments.module.css';
import { type Draft, emptyDraft, isTooLong, lengthOf } from './drafts.ts';
import { type FoundPerson, type OpenMention, chooseFor, mentionedIn, mostFound, nameMentions, placeOfWord } from './mentioned-words.ts';
import { OpenMentions } from './open-mentions.tsx';

interface CommentFormProps {
  /** The document whose people can be mentioned; without it nobody can. */
  objId?: string;
  label: string;
  /** Name of the button that sends. */
  action: string;
  placeholder?: string;
  draft: Draft;
  /** Keeps what is written until it is sent. */
  keep?: (draft: Draft) => void;
  /** Sends a comment with the ids of those whom it mentions; where it fails, the words stay. */
  send: (content: string, mentions: string[]) => Promise<void>;
  close?: () => void;
  /** The field takes the focus. */
  focus: boolean;
  /** Told when it has it; what was typed before it was there is in it then. */
  focused?: () => void;
  /** Above the field. */
  children?: ReactNode;
}

/** From so many characters on, the number that is left is shown. */
const countedFrom = maxCommentLength - 500;
const searchAfterMs = 200;

/** The people whom a word after `@` may mean; nobody where nobody can be mentioned. */
const finderFor =
  (objId: string) =>
  async (keyword: string): Promise<FoundPerson[]> =>
    (await call(comments.people, { objId, keyword, pageSize: mostFound })).list;

/** What is written: its words, and the people chosen for it, kept until it is sent. */
function useWrittenComment({ objId, draft, keep, send }: Pick<CommentFormProps, 'objId' | 'draft' | 'keep' | 'send'>) {
  const [written, setWritten] = useState<Draft>({ content: draft.content, mentions: draft.mentions });
  /** The words after `@` that mention nobody, as far as that was found out. */
  const [open, setOpen] = useState<OpenMention[]>([]);
  const [isSending, setSending] = useState(false);
  const latestKeep = useRef(keep);
  latestKeep.current = keep;
  useEffect(() => latestKeep.current?.(written), [written]);
  const append = useCallback((more: string): void => setWritten((before) => ({ ...before, content: before.content + more })), []);
  const words = written.content.trim();
  const canSend = words !== '' && !isTooLong(words) && !isSending;
  /** Finds out whom the words after `@` mean; answers the draft where none of them is left open. */
  const name = async (): Promise<Draft | undefined> => {
    if (objId === undefined) return written;
    const { open: left, ...named } = await nameMentions(written, finderFor(objId));
    setWritten(named);
    setOpen(left);
    return left.length === 0 && !isTooLong(named.content.trim()) ? named : undefined;
  };
  const submit = async (asItIs = false): Promise<void> => {
    if (!canSend) return;
    setSending(true);
    try {
      const named = asItIs ? written : await name();
      if (named !== undefined) {
        const told = mentionedIn(named).slice(0, maxMentions);
        await send(
          named.content.trim(),
          told.map(({ id }) => id),
        );
        // the field may be gone by now, and with it what keeps its words
        keep?.(emptyDraft);
        setWritten(emptyDraft);
        setOpen([]);
      }
    } catch {
      // A refusal has been shown by `call` already; the field keeps the words.
    }
    setSending(false);
  };
  return {
    content: written.content,
    open,
    isSending,
    canSend,
    submit,
    append,
    setContent: (content: string): void => {
      setWritten((before) => ({ ...before, content }));
      setOpen([]);
    },
    mention: ({ id, name: fullName }: MentionedPerson): void =>
      setWritten(({ content, mentions }) => ({ content, mentions: [...mentions.filter((one) => one.id !== id), { id, name: fullName }] })),
    chooseFor: (word: string, person: MentionedPerson): void => {
      setWritten(chooseFor(word, person, written));
      setOpen(open.filter((one) => one.word !== word));
    },
  };
}

/** The field of a comment: Ctrl or ⌘ with Enter sends it, `@` offers people. Its buttons are there as soon as it has words. */
export function CommentForm({ objId, label, action, placeholder, close, focus, focused, children, ...kept }: CommentFormProps): ReactNode {
  const { content, setContent, append, mention, isSending, canSend, submit, ...written } = useWrittenComment({ objId, ...kept });
  const field = useRef<FocusedField>(null);
  useEffect(() => {
    if (!focus) return;
    field.current?.focus();
    if (focused === undefined) return;
    focused();
    const typed = takeTyped();
    if (typed !== '') append(typed);
  }, [focus, focused, append]);
  const words: FieldProps = {
    ref: field,
    label,
    placeholder: placeholder ?? label,
    content,
    isSending,
    write: setContent,
    answerKey: (event, isChoosing = false) => answerKey(event, { isChoosing, close, submit: () => void submit() }),
  };
  return (
    <Stack gap={2}>
      {children}
      {objId === undefined ? <PlainField {...words} /> : <PeopleField {...words} objId={objId} mention={mention} />}
      {written.open.length > 0 && (
        <OpenMentions
          open={written.open}
          choose={(word, person) => {
            written.chooseFor(word, person);
            field.current?.focus();
          }}
          change={(word) => field.current?.focus(placeOfWord(content, word))}
          sendAsItIs={() => void submit(true)}
        />
      )}
      {(content !== '' || close !== undefined) && (
        <Row gap={2} justify="between" wrap>
          <Hint content={content} />
          <Row gap={2}>
            {close && <CancelButton close={close} />}
            <Button size="small" type="primary" loading={isSending} disabled={!canSend} onClick={() => void submit()}>
              {action}
            </Button>
          </Row>
        </Row>
      )}
    </Stack>
  );
}

interface FocusedField {
  /** Takes the focus, with a part of its words selected where one is given. */
  focus: (part?: [start: number, end: number]) => void;
}

interface FieldProps {
  ref: Ref<FocusedField>;
  label: string;
  placeholder: string;
  content: string;
  /** The words cannot be changed while they are sent. */
  isSending: boolean;
  write: (text: string) => void;
  answerKey: (event: KeyboardEvent, isChoosing?: boolean) => void;
}

const rows = { minRows: 2, maxRows: 10 };

const statusOf = (content: string) => (isTooLong(content.trim()) ? { status: 'error' as const } : {});

/** A field where nobody can be mentioned. */
function PlainField({ ref, label, placeholder, content, isSending, write, answerKey: answer }: FieldProps): ReactNode {
  const field = useRef<GetRef<typeof Input.TextArea>>(null);
  useImperativeHandle(ref, () => ({ focus: () => field.current?.focus() }));
  return (
    <Input.TextArea
      ref={field}
      autoSize={rows}
      aria-label={label}
      placeholder={placeholder}
      value={content}
      readOnly={isSending}
      {...statusOf(content)}
      onChange={(event) => write(event.target.value)}
      onKeyDown={(event) => answer(event)}
    />
  );
}

interface PeopleFieldProps extends FieldProps {
  objId: string;
  mention: (person: MentionedPerson) => void;
}

/** Keys of the list of people: what stands before the cursor is not looked at anew. */
const listKeys = new Set(['Escape', 'Enter', 'ArrowUp', 'ArrowDown']);

const peopleList = { popup: styles.people ?? '' };

/** Has Ant Design look what stands before the cursor of the field that is written in. */
function lookForName(field: HTMLTextAreaElement | null | undefined): void {
  if (field && document.activeElement === field) field.dispatchEvent(new KeyboardEvent('keyup', { key: '@', bubbles: true }));
}

/** A field that offers people after `@`. */
function PeopleField({ ref, objId, label, placeholder, content, isSending, write, mention, ...keys }: PeopleFieldProps): ReactNode {
  const [keyword, setKeyword] = useState<string>();
  const field = useRef<MentionsRef>(null);
  useImperativeHandle(ref, () => ({
    focus: (part) => {
      field.current?.focus();
      if (part !== undefined) field.current?.textarea?.setSelectionRange(...part);
    },
  }));
  const { options, isSearching } = usePeople(objId, keyword);
  // what input methods, dictation and pasting write comes without a key, on which alone Ant Design looks for `@`
  useEffect(() => lookForName(field.current?.textarea), [content]);
  const look = ({ key, currentTarget }: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (!listKeys.has(key)) setKeyword(/@(\S*)$/.exec(currentTarget.value.slice(0, currentTarget.selectionStart))?.[1]);
  };
  const choose = ({ person }: PersonChoice): void => {
    setKeyword(undefined);
    if (person) mention(person);
  };
  const press = (event: KeyboardEvent): void => {
    const isOpen = keyword !== undefined;
    // a list without people has nothing to choose: the comment can be sent, and waits for who is looked for
    keys.answerKey(event, isOpen && (event.key === 'Escape' || options.some(({ person }) => person !== undefined)));
    if (event.key === 'Escape') setKeyword(undefined);
  };
  return (
    <Mentions
      ref={field}
      autoSize={rows}
      aria-label={label}
      placeholder={placeholder}
      value={content}
      readOnly={isSending}
      {...statusOf(content)}
      onChange={write}
      onKeyUp={look}
      onClick={() => keyword !== undefined && lookForName(field.current?.textarea)}
      validateSearch={(word) => !/\s/.test(word)}
      onSelect={choose}
      onBlur={() => setKeyword(undefined)}
      onKeyDown={press}
      loading={isSearching}
      filterOption={false}
      classNames={peopleList}
      options={options}
    />
  );
}

interface FormKeys {
  /** The list of people is open, which takes its own keys. */
  isChoosing: boolean;
  close: (() => void) | undefined;
  submit: () => void;
}

function answerKey(event: KeyboardEvent, { isChoosing, close, submit }: FormKeys): void {
  // the pane around it has shortcuts of its own, and may be closed by the key that closes nothing here
  if (event.key !== 'Escape' || isChoosing || close !== undefined || event.nativeEvent.isComposing) event.stopPropagation();
  // Enter also confirms a choice of an input method
  if (event.nativeEvent.isComposing || isChoosing) return;
  if (event.key === 'Escape') close?.();
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  submit();
}

/** By which key it is sent; how long it is, where little room is left. */
function Hint({ content }: { content: string }): ReactNode {
  const t = useText('comments');
  const words = content.trim();
  if (!hasKeys && words.length <= countedFrom) return <span />;
  return (
    <Text size="xs" tone={isTooLong(words) ? 'danger' : 'muted'} numeric>
      {words.length > countedFrom ? `${lengthOf(words)}/${maxCommentLength}` : t('sendKey', { key: showKey('mod+Enter') })}
    </Text>
  );
}

function CancelButton({ close }: { close: () => void }): ReactNode {
  const t = useText('comments');
  return (
    <Button size="small" onClick={close}>
      {t('cancel')}
    </Button>
  );
}

/** An entry of the list of people; without a person, what is said where there is none. */
type PersonChoice = NonNullable<GetProp<typeof Mentions, 'options'>>[number] & { person?: FoundPerson };

interface OfferedPeople {
  options: PersonChoice[];
  /** Who has the letters is looked for, and nobody is known yet. */
  isSearching: boolean;
}

/** Whom a document offers to mention; nobody while nobody is looked for. */
function usePeople(objId: string, keyword: string | undefined): OfferedPeople {
  const t = useText('comments');
  const asked = useDebouncedValue(keyword ?? '', searchAfterMs);
  const found = useCall(comments.people, { objId, keyword: asked }, { enabled: keyword !== undefined, keep: true, staleTime: 60_000 });
  const list = keyword === undefined ? [] : (found.data?.list ?? []);
  // what was found for fewer letters: Enter must not take somebody whom these do not name
  const isEarlier = asked !== keyword || found.isPlaceholderData;
  const typed = (keyword ?? '').toLowerCase();
  const people = isEarlier ? list.filter(({ name }) => name.toLowerCase().includes(typed)) : list;
  const isSearching = keyword !== undefined && people.length === 0 && found.error === null && (isEarlier || found.isFetching);
  // a list without entries would be drawn with words of Ant Design
  const nobody: PersonChoice = { key: 'nobody', value: '', label: <Text tone="muted">{t('nobodyFound')}</Text>, disabled: true };
  const options = people.map((person) => ({ key: person.id, value: person.name, person, label: <PersonOption person={person} /> }));
  return { options: people.length === 0 ? [nobody] : options, isSearching };
}

function PersonOption({ person }: { person: FoundPerson }): ReactNode {
  const t = useText('comments');
  return (
    <Row as="span" gap={2} justify="between">
      <Text truncate>{person.name}</Text>
      <Text size="xs" tone={person.mayRead ? 'muted' : 'warn'} {...(person.mayRead ? { truncate: true } : { nowrap: true })}>
        {person.mayRead ? person.detail : t('mayNotRead')}
      </Text>
    </Row>
  );
}
