/** The app's name in a head. Beside the language it grows less than other text, and a long name breaks into two lines. */
export const nameClass = 'min-w-0 py-1 text-[min(1.0625rem,6vw)] leading-[1.53] font-semibold break-words';
