// The package names its types for every path but its own.
declare module '@excalidraw/excalidraw' {
  export * from '@excalidraw/excalidraw/index';
}
