/**
 * addSplashPictures adds the pictures that an iPhone or iPad shows while the installed app starts; without
 * them the screen stays blank. Each has the exact screen size, a scheme and an orientation. This module is
 * loaded only on these devices. iOS reads the links when the app is added to the home screen.
 * manifest/make-icons.mjs makes the pictures. For newer screen sizes there is no picture, and the screen
 * stays blank.
 */
export function addSplashPictures(): void {
  const { width, height } = screen;
  const [short, long] = [Math.min(width, height), Math.max(width, height)].map((points) =>
    Math.round(points * devicePixelRatio),
  );
  // iOS shows a picture only if the page has this meta tag.
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
