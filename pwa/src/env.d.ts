/** From package.json, at build time. */
declare const __APP_VERSION__: string;
