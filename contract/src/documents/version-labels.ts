/** The numbers of a version label such as "2.1". */
export interface VersionNumbers {
  major: number;
  minor: number;
}

/** What every document begins with, copies included. */
export const firstVersion: VersionNumbers = { major: 1, minor: 0 };

/** The version that follows: the next minor one, or the next major one. */
export const nextVersion = ({ major, minor }: VersionNumbers, isMajor: boolean): VersionNumbers =>
  isMajor ? { major: major + 1, minor: 0 } : { major, minor: minor + 1 };

/** The label as users read it. */
export const versionLabel = ({ major, minor }: VersionNumbers): string => `${major}.${minor}`;

/** The label of a new document. */
export const firstLabel = versionLabel(firstVersion);

/** The label that follows a label: of the next minor version, or of the next major one. */
export function nextLabel(label: string, isMajor: boolean): string {
  const [major = firstVersion.major, minor = firstVersion.minor] = label.split('.').map(Number);
  return versionLabel(nextVersion({ major, minor }, isMajor));
}
