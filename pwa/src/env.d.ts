/** The version in package.json, set at build time. */
declare const __APP_VERSION__: string;

interface ImportMetaEnv {
  /** The secret that gift links are obfuscated with; the server knows the same one. */
  readonly VITE_GIFT_SECRET?: string;
}
