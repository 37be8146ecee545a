import type { Plugin } from 'vite';

const NAME = 'ກະເປົາ';
const DESCRIPTION = 'ກະເປົາ: ຝາກ ເບິ່ງຍອດ ແລະ ເບິ່ງລາຍການຂອງທ່ານ ໃຊ້ໄດ້ເຖິງວ່າອິນເຕີເນັດບໍ່ດີ';

/** Lao texts in place of Thai ones that the page shows before any script runs. */
const texts: readonly [thai: RegExp, lao: string][] = [
  [/<html lang="th"/, '<html lang="lo"'],
  [/<title>.*<\/title>/, `<title>${NAME}</title>`],
  [/(<meta name="description" content=")[^"]*/, `$1${DESCRIPTION}`],
  [/(<meta name="apple-mobile-web-app-title" content=")[^"]*/, `$1${NAME}`],
  [/anuphan-thai\.woff2/, 'noto-sans-lao.woff2'],
];

/** Adapts the page for the Laos build: its language, its name, and its first font. */
export function laosPage(): Plugin {
  return {
    name: 'laos-page',
    transformIndexHtml: {
      order: 'pre',
      handler(html): string {
        return texts.reduce((page, [thai, lao]) => page.replace(thai, lao), html);
      },
    },
  };
}
