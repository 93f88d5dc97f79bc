import { type MentionedPerson, comments, maxCommentLength, maxMentions } from '@dossier/contract/comments/comments';
import { Button, type GetProp, type GetRef, Input, Mentions, type MentionsRef } from 'antd';
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { useText } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { Row, Stack, Text } from '../../platform/ui/layout.tsx';
import { hasKeys, showKey } from '../../platform/ui/hotkeys.ts';
import { useDebouncedValue } from '../../platform/use-debounced-value.ts';
import { type Draft, emptyDraft, isTooLong, lengthOf, mentionedIn } from './drafts.ts';

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
  focused?: () => void;
  /** Above the field. */
  children?: ReactNode;
}

/** From so many characters on, the number that is left is shown. */
const countedFrom = maxCommentLength - 500;
const searchAfterMs = 200;

/** What is written: its words, and the people chosen for it, kept until it is sent. */
function useWrittenComment({ draft, keep, send }: Pick<CommentFormProps, 'draft' | 'keep' | 'send'>) {
  const [content, setContent] = useState(draft.content);
  const [mentions, setMentions] = useState(draft.mentions);
  const [isSending, setSending] = useState(false);
  const latestKeep = useRef(keep);
  latestKeep.current = keep;
  useEffect(() => latestKeep.current?.({ content, mentions }), [content, mentions]);
  const words = content.trim();
  const canSend = words !== '' && !isTooLong(words) && !isSending;
  const submit = async (): Promise<void> => {
    if (!canSend) return;
    setSending(true);
    const told = mentionedIn({ content, mentions }).slice(0, maxMentions);
    try {
      await send(
        words,
        told.map(({ id }) => id),
      );
      // the field may be gone by now, and with it what keeps its words
      keep?.(emptyDraft);
      setContent('');
      setMentions([]);
    } catch {
      // A refusal has been shown by `call` already; the field keeps the words.
    }
    setSending(false);
  };
  const mention = ({ id, name }: MentionedPerson): void =>
    setMentions((before) => [...before.filter((one) => one.id !== id), { id, name }]);
  return { content, setContent, mention, isSending, canSend, submit };
}

/** The field of a comment: Ctrl or ⌘ with Enter sends it, `@` offers people. Its buttons are there as soon as it has words. */
export function CommentForm({
  objId,
  label,
  action,
  placeholder,
  close,
  focus,
  focused,
  children,
  ...written
}: CommentFormProps): ReactNode {
  const { content, setContent, mention, isSending, canSend, submit } = useWrittenComment(written);
  const field = useRef<FocusedField>(null);
  useEffect(() => {
    if (!focus) return;
    field.current?.focus();
    focused?.();
  }, [focus, focused]);
  const words: FieldProps = {
    ref: field,
    label,
    placeholder: placeholder ?? label,
    content,
    write: setContent,
    answerKey: (event, isChoosing = false) => answerKey(event, { isChoosing, close, submit: () => void submit() }),
  };
  return (
    <Stack gap={2}>
      {children}
      {objId === undefined ? <PlainField {...words} /> : <PeopleField {...words} objId={objId} mention={mention} />}
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
  focus: () => void;
}

interface FieldProps {
  ref: Ref<FocusedField>;
  label: string;
  placeholder: string;
  content: string;
  write: (text: string) => void;
  answerKey: (event: KeyboardEvent, isChoosing?: boolean) => void;
}

const rows = { minRows: 2, maxRows: 10 };

const statusOf = (content: string) => (isTooLong(content.trim()) ? { status: 'error' as const } : {});

/** A field where nobody can be mentioned. */
function PlainField({ ref, label, placeholder, content, write, answerKey: answer }: FieldProps): ReactNode {
  const field = useRef<GetRef<typeof Input.TextArea>>(null);
  useImperativeHandle(ref, () => ({ focus: () => field.current?.focus() }));
  return (
    <Input.TextArea
      ref={field}
      autoSize={rows}
      aria-label={label}
      placeholder={placeholder}
      value={content}
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

/** A field that offers people after `@`. */
function PeopleField({ ref, objId, label, placeholder, content, write, mention, answerKey: answer }: PeopleFieldProps): ReactNode {
  const [keyword, setKeyword] = useState<string>();
  const field = useRef<MentionsRef>(null);
  useImperativeHandle(ref, () => ({ focus: () => field.current?.focus() }));
  const options = usePeople(objId, keyword);
  const change = (text: string): void => {
    write(text);
    // the list closes by itself as soon as no name stands before the cursor
    if (!/@\S*$/.test(text.slice(0, field.current?.textarea?.selectionStart))) setKeyword(undefined);
  };
  const choose = ({ person }: PersonChoice): void => {
    setKeyword(undefined);
    if (person) mention(person);
  };
  return (
    <Mentions
      ref={field}
      autoSize={rows}
      aria-label={label}
      placeholder={placeholder}
      value={content}
      {...statusOf(content)}
      onChange={change}
      onSearch={setKeyword}
      onSelect={choose}
      onBlur={() => setKeyword(undefined)}
      onKeyDown={(event) => answer(event, keyword !== undefined)}
      filterOption={false}
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

type FoundPerson = MentionedPerson & { detail?: string | undefined; mayRead: boolean };

/** Whom a document offers to mention; nobody while nobody is looked for. */
function usePeople(objId: string, keyword: string | undefined): PersonChoice[] {
  const t = useText('comments');
  const asked = useDebouncedValue(keyword ?? '', searchAfterMs);
  const found = useCall(comments.people, { objId, keyword: asked }, { enabled: keyword !== undefined, keep: true, staleTime: 60_000 });
  const list = keyword === undefined ? [] : (found.data?.list ?? []);
  // what was found for fewer letters: Enter must not take somebody whom these do not name
  const isEarlier = asked !== keyword || found.isPlaceholderData;
  const typed = (keyword ?? '').toLowerCase();
  const people = isEarlier ? list.filter(({ name }) => name.toLowerCase().includes(typed)) : list;
  // a list without entries would be drawn with words of Ant Design
  if (people.length === 0) return [{ key: 'nobody', value: '', label: <Text tone="muted">{t('nobodyFound')}</Text>, disabled: true }];
  return people.map((person) => ({ key: person.id, value: person.name, person, label: <PersonOption person={person} /> }));
}

function PersonOption({ person }: { person: FoundPerson }): ReactNode {
  const t = useText('comments');
  return (
    <Row as="span" gap={2} justify="between">
      <Text truncate>{person.name}</Text>
      <Text size="xs" tone={person.mayRead ? 'muted' : 'warn'} nowrap>
        {person.mayRead ? person.detail : t('mayNotRead')}
      </Text>
    </Row>
  );
}
