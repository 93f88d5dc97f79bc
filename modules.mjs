/**
 * The modules in their tiers: a module imports only modules of lower tiers, never one of its own tier. Read by the import rules
 * (`.dependency-cruiser.mjs`) and the source rules (`scripts/source-rules.mjs`).
 */
export const tiers = [
  ['identity'],
  ['notifications'],
  ['access'],
  ['documents'],
  ['classification', 'preview', 'comments', 'acknowledgements'],
  ['search', 'signatures'],
  ['governance'],
  ['sharing', 'editing', 'workflows', 'meetings', 'webdav'],
  ['reporting', 'activity'],
  ['administration'],
];

export const modules = tiers.flat();
