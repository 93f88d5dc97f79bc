import type { MentionedPerson } from '@dossier/contract/comments/comments';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../platform/i18n.ts';
import { Row, Stack, Text } from '../../platform/ui/layout.tsx';
import type { OpenMention } from './mentioned-words.ts';

interface OpenMentionsProps {
  open: readonly OpenMention[];
  choose: (word: string, person: MentionedPerson) => void;
  /** Goes to a word that nobody has. */
  change: (word: string) => void;
  sendAsItIs: () => void;
}

/** Says which words after `@` mention nobody, before a comment is sent: somebody is chosen, or it is sent so. */
export function OpenMentions({ open, choose, change, sendAsItIs }: OpenMentionsProps): ReactNode {
  const t = useText('comments');
  return (
    <Stack gap={2} role="alert">
      {open.map(({ word, people }) => (
        <Stack key={word} gap={1}>
          <Text as="p" size="s" tone="warn">
            {people.length === 0 ? t('mentionedNobody', { word }) : t('mentionedWhom', { word })}
          </Text>
          <Row gap={2} wrap>
            {people.map((person) => (
              <Button key={person.id} size="small" onClick={() => choose(word, person)}>
                {person.detail === undefined || person.detail === '' ? person.name : `${person.name} · ${person.detail}`}
              </Button>
            ))}
            {people.length === 0 && (
              <Button size="small" onClick={() => change(word)}>
                {t('changeMention', { word })}
              </Button>
            )}
          </Row>
        </Stack>
      ))}
      <div>
        <Button size="small" onClick={sendAsItIs}>
          {t('sendAsItIs')}
        </Button>
      </div>
    </Stack>
  );
}
