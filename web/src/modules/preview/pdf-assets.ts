/** Where the build puts what PDF.js loads while it draws: character maps, fonts, decoders, colour profiles, the marks of notes. */
export const pdfAssets = '/pdfjs';
