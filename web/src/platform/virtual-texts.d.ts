/** Made by `web/build/texts-plugin.ts`. */
declare module 'virtual:texts/staff' {
  const loaders: import('./i18n.ts').TextLoaders;
  export default loaders;
}

declare module 'virtual:texts/visitor' {
  const loaders: import('./i18n.ts').TextLoaders;
  export default loaders;
}

declare module 'virtual:texts/visitorEditor' {
  const loaders: import('./i18n.ts').TextLoaders;
  export default loaders;
}

declare module 'virtual:texts/visitorComments' {
  const loaders: import('./i18n.ts').TextLoaders;
  export default loaders;
}
