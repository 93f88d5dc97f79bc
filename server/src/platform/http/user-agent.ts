/** A device by its browser and system, for display. */
export interface UserAgent {
  /** A browser, or a program by its product name. */
  browser: string;
  system: string;
}

// the first match counts: most user agents name other browsers too
const browsers: [RegExp, string][] = [
  [/MicroMessenger/, 'WeChat'],
  [/wxwork/, 'WeCom'],
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox\/|FxiOS/, 'Firefox'],
  [/Chrome\/|CriOS|Chromium/, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/curl\//, 'curl'],
];
const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/HarmonyOS|OpenHarmony/, 'HarmonyOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

const firstOf = (known: [RegExp, string][], agent: string): string => known.find(([sign]) => sign.test(agent))?.[1] ?? '';

/** The product name of a program's user agent: no address and no sentence, as the header is not trusted. */
const programName = (agent: string): string => {
  const name = /^[A-Za-z0-9][\w+-]{0,39}/.exec(agent)?.[0] ?? '';
  return name === 'Mozilla' ? '' : name;
};

/** Browser or program and system of a user agent; empty where unknown. */
export const parseUserAgent = (agent: string): UserAgent => ({
  browser: firstOf(browsers, agent) || programName(agent),
  system: firstOf(systems, agent),
});

/** Both in one text; `program` where neither is known, which older messages store as question marks. */
export const deviceLabel = (program: string, { browser = '', system = '' }: Partial<UserAgent>): string =>
  [browser, system].filter((word) => word !== '' && word !== '?').join(' · ') || program;
