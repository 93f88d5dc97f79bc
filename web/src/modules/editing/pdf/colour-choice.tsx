import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { classNames, Row } from '../../../platform/ui/layout.tsx';
import styles from './colour-choice.module.css';

/** The names of the colours that are offered. */
const names = {
  '#fff066': 'yellow',
  '#a6f0a6': 'green',
  '#9fe0ff': 'blue',
  '#ffc2dd': 'pink',
  '#ffb0a8': 'red',
  '#1b1f24': 'black',
  '#c2334d': 'red',
  '#2a6fdb': 'blue',
  '#1f7a4d': 'green',
  '#a8328f': 'purple',
} as const;

interface ColourChoiceProps {
  colours: readonly (keyof typeof names)[];
  value: string;
  choose: (colour: keyof typeof names) => void;
}

/** One of a few colours. */
export function ColourChoice({ colours, value, choose }: ColourChoiceProps): ReactNode {
  const t = useText('editing.pdf');
  return (
    <Row gap={1} role="group" aria-label={t('colour')}>
      {colours.map((colour) => (
        <button
          key={colour}
          type="button"
          className={classNames(styles.colour, colour === value && styles.chosen)}
          style={{ backgroundColor: colour }}
          title={t(names[colour])}
          aria-label={t(names[colour])}
          aria-pressed={colour === value}
          onClick={() => choose(colour)}
        />
      ))}
    </Row>
  );
}
