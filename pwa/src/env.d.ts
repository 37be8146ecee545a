/** From package.json, at build time. */
declare const __APP_VERSION__: string;

interface ImportMetaEnv {
  /** What gift links are obfuscated with; the server knows the same one. */
  readonly VITE_GIFT_SECRET?: string;
}
