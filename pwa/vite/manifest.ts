import manifest from '../../manifest/manifest.json' with { type: 'json' };
import words from '../../manifest/words.json' with { type: 'json' };

type Manifest = typeof manifest;

/** The manifest in Thai, as the app is first opened in. */
export { manifest };

/** The others: an installed app and its shortcuts speak the language that it was installed in. */
export const manifests = Object.entries(words).map(([locale, said]) => ({
  fileName: `manifest.${locale}.webmanifest`,
  source: JSON.stringify(inWords(locale, said)),
}));

function inWords(locale: string, said: (typeof words)['en']): Manifest {
  const { shortcuts, screenshots, ...names } = said;
  return {
    ...manifest,
    ...names,
    lang: locale,
    shortcuts: manifest.shortcuts.map((each, i) => ({ ...each, name: shortcuts[i]! })),
    screenshots: manifest.screenshots.map((each, i) => ({
      ...each,
      src: each.src.replace('.th.', `.${locale}.`),
      label: screenshots[i]!,
    })),
  };
}
