import { codes } from '@dossier/contract/codes';
import type { MarkDesign } from '@dossier/contract/watermarks';
import type { Db } from '../../ground/db/database.ts';
import { Refusal } from '../../ground/refusal.ts';
import { builtInDesign, builtInRule, type MarkRule } from './built-in.ts';
import { rowsOf, type WatermarkRow } from './queries.ts';

/** A watermark as the rules read it. */
export interface Watermark {
  id: number;
  name: string;
  builtIn: boolean;
  enabled: boolean;
  position: number;
  design: MarkDesign;
  rule: MarkRule;
  /** 0, 0: nobody has changed it yet. */
  updaterId: number;
  updatedAt: number;
}

const parsed = (row: WatermarkRow): Watermark => ({
  id: row.id,
  name: row.name,
  builtIn: row.id === row.organisation_id,
  enabled: row.enabled === 1,
  position: row.position,
  design: JSON.parse(row.design) as MarkDesign,
  rule: JSON.parse(row.rule) as MarkRule,
  updaterId: row.updater_id,
  updatedAt: row.updated_at,
});

/** All watermarks of an organisation in their order, that of the house among them though nobody may have changed it yet. */
export async function watermarksOf(db: Db, organisationId: number): Promise<Watermark[]> {
  const rows = (await rowsOf(db, { organisation: organisationId })).map(parsed);
  if (rows.some((row) => row.builtIn)) return rows;
  const last = { position: (rows.at(-1)?.position ?? 0) + 1, updaterId: 0, updatedAt: 0 };
  return [...rows, { id: organisationId, name: '', builtIn: true, enabled: true, design: builtInDesign, rule: builtInRule, ...last }];
}

/** One watermark of an organisation, or 5511. */
export async function needWatermark(db: Db, organisationId: number, id: string): Promise<Watermark> {
  const found = (await watermarksOf(db, organisationId)).find((one) => one.id === Number(id));
  if (found === undefined) throw new Refusal(codes.watermarkMissing);
  return found;
}
