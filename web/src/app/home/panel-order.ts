/** The panels of the home page in their default order. */
export const panelNames = [
  'recent',
  'favorites',
  'newest',
  'pending',
  'received',
  'meetings',
  'recommended',
  'read',
  'popular',
  'tags',
  'ownUse',
] as const;
export type PanelName = (typeof panelNames)[number];

export interface PanelPreferences {
  hidden: readonly PanelName[];
  /** All panels; ones added later stand at their default place. */
  order: readonly PanelName[];
}

const known = (raw: unknown): PanelName[] => panelNames.filter((name) => Array.isArray(raw) && raw.includes(name));

/** The preferences stored with the account, without invalid values. */
export function validPreferences(raw: unknown): PanelPreferences {
  const { hidden, order } = (raw ?? {}) as { hidden?: unknown; order?: unknown };
  const wanted: unknown[] = Array.isArray(order) ? order : [];
  const placed = known(wanted).toSorted((one, other) => wanted.indexOf(one) - wanted.indexOf(other));
  for (const [at, name] of panelNames.entries()) if (!placed.includes(name)) placed.splice(at, 0, name);
  return { hidden: known(hidden), order: placed };
}
