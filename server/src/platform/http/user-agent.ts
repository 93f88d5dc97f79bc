/** A device as people know it. */
export interface UserAgent {
  /** A browser, or a program by the name that it gives itself. */
  browser: string;
  system: string;
}

// the first that is found: most name the others too
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

/** The first word of what a program says of itself: no address and no sentence, as a stranger may have written it. */
const programName = (agent: string): string => {
  const name = /^[A-Za-z0-9][\w+-]{0,39}/.exec(agent)?.[0] ?? '';
  return name === 'Mozilla' ? '' : name;
};

/** The names of browser or program and system in what it says of itself; empty where it does not tell. */
export const parseUserAgent = (agent: string): UserAgent => ({
  browser: firstOf(browsers, agent) || programName(agent),
  system: firstOf(systems, agent),
});

/** Both as one; `program` where neither is known, which older messages tell by question marks. */
export const deviceLabel = (program: string, { browser = '', system = '' }: Partial<UserAgent>): string =>
  [browser, system].filter((word) => word !== '' && word !== '?').join(' · ') || program;
