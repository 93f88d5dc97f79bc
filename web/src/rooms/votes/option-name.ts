import { opinionOptions, type VoteKind } from '@dossier/contract/votes';
import { useText } from '../../ground/text.ts';

/** What an option is called: those of an opinion in the language of the interface. */
export function useOptionName(kind: VoteKind): (text: string) => string {
  const t = useText('votes');
  return (text) => {
    const known = kind === 'opinion' ? opinionOptions.find((one) => one === text) : undefined;
    return known === undefined ? text : t(known);
  };
}
