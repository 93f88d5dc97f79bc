const cjk = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303f\\uff01-\\uff60]';
const spread = new RegExp(`(?<=${cjk}) +(?=${cjk})`, 'gu');

/** Text without the spaces that justifying or recognising put between Chinese characters. */
export const closeUp = (text: string): string => text.replace(spread, '');
