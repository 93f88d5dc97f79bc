import { moduleType } from '@dossier/contract/rights';
import { useText } from '../../ground/text.ts';

const words = {
  [moduleType.enterprise]: 'areaEnterprise',
  [moduleType.my]: 'areaMy',
  [moduleType.system]: 'areaSystem',
} as const;

/** What an area is called. */
export function useAreaWord(): (area: number) => string {
  const people = useText('people');
  return (area) => (area in words ? people(words[area as keyof typeof words]) : '');
}
