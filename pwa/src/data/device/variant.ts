/** The Laos variant is a build of its own: another default language, phones of other lengths, kip. */
export function isLaos(): boolean {
  return import.meta.env.VITE_LAOS === 'true';
}
