import { versionLabel } from '@dossier/contract/documents/version-labels';

/** The version label of a revision, or of the current revision of a document. */
export const labelOf = (row: { major_no: number; minor_no: number }): string => versionLabel({ major: row.major_no, minor: row.minor_no });
