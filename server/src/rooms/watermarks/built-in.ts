import type { MarkDesign, MarkUse, markHolders } from '@dossier/contract/watermarks';

/** Where, when and for whom a watermark is drawn. */
export interface MarkRule {
  areas: number[];
  cabinetIds: string[];
  uses: MarkUse[];
  holders: (typeof markHolders)[number];
}

/** What the watermark of the house says until somebody changes it: who looks, and when. */
export const builtInDesign: MarkDesign = {
  lines: ['{name} ({loginName})', '{date} {time}'],
  qr: '',
  place: 'tiled',
  density: 'normal',
  angle: 30,
  size: 14,
  colour: '#808080',
  opacity: 25,
};

/** It is for whoever may not have the original, whatever they do with it. */
export const builtInRule: MarkRule = { areas: [], cabinetIds: [], uses: ['view', 'print', 'pdf', 'share'], holders: 'without' };
