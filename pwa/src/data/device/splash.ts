/**
 * What an iPhone or iPad shows while the installed app starts, which it would leave blank: of its
 * own size, in either scheme and position. Loaded there alone. Read when the app is put on the home screen. The
 * pictures are made by manifest/make-icons.mjs; a screen that is newer than they are stays blank.
 */
export function offerSplash(): void {
  const { width, height } = screen;
  const [short, long] = [Math.min(width, height), Math.max(width, height)].map((points) =>
    Math.round(points * devicePixelRatio),
  );
  // Only a page that says so itself is given a picture.
  const capable = document.createElement('meta');
  Object.assign(capable, { name: 'apple-mobile-web-app-capable', content: 'yes' });
  document.head.append(capable);
  for (const [position, size] of [
    ['portrait', `${short}x${long}`],
    ['landscape', `${long}x${short}`],
  ]) {
    for (const scheme of ['light', 'dark']) {
      const link = document.createElement('link');
      link.rel = 'apple-touch-startup-image';
      link.media = `(orientation: ${position}) and (prefers-color-scheme: ${scheme})`;
      link.href = `/splash/${size}-${scheme}.png`;
      document.head.append(link);
    }
  }
}
