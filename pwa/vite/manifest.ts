import manifest from '../../manifest/manifest.json' with { type: 'json' };
import words from '../../manifest/words.json' with { type: 'json' };

type Manifest = typeof manifest;

export type ManifestLocale = 'th' | keyof typeof words;

const locales: readonly ManifestLocale[] = ['th', ...(Object.keys(words) as (keyof typeof words)[])];

/**
 * Returns the manifest in a language. An installed app and its shortcuts keep the language of the
 * installation.
 */
export function manifestIn(locale: ManifestLocale): Manifest {
  return locale === 'th' ? manifest : withTexts(locale, words[locale]);
}

/** Returns the manifests of all languages except the language that the app first opens in. */
export function localizedManifests(first: ManifestLocale): { fileName: string; source: string }[] {
  return locales
    .filter((locale) => locale !== first)
    .map((locale) => ({
      fileName: `manifest.${locale}.webmanifest`,
      source: JSON.stringify(manifestIn(locale)),
    }));
}

function withTexts(locale: string, said: (typeof words)['en']): Manifest {
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
