/** A device as people know it. */
export interface Agent {
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

/** The names of browser and system in what a browser says of itself; empty where it does not tell. */
export const readAgent = (agent: string): Agent => ({ browser: firstOf(browsers, agent), system: firstOf(systems, agent) });
