const wide = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff\uff00-\uff60]/;

/** Estimated width in pixels of a label in the size of the interface; Chinese and Japanese letters are wider. */
export const labelWidth = (label: string): number => [...label].reduce((sum, letter) => sum + (wide.test(letter) ? 14 : 7.8), 0);
