import { cx } from './cx';

/** The banks' own colours, darkened where white letters need it. */
const grounds: Record<string, string> = {
  KBANK: 'bg-[oklch(0.52_0.13_155)]',
  SCB: 'bg-[oklch(0.43_0.15_303)]',
  KTB: 'bg-[oklch(0.53_0.13_240)]',
  BBL: 'bg-[oklch(0.4_0.14_266)]',
  BAY: 'bg-[oklch(0.45_0.07_70)]',
  TMB: 'bg-[oklch(0.48_0.17_258)]',
  GSB: 'bg-[oklch(0.52_0.2_0)]',
  BAAC: 'bg-[oklch(0.45_0.11_150)]',
  KKP: 'bg-[oklch(0.42_0.09_290)]',
  UOB: 'bg-[oklch(0.38_0.11_258)]',
  CIMB: 'bg-[oklch(0.5_0.18_25)]',
  TISCO: 'bg-[oklch(0.44_0.11_245)]',
  LHB: 'bg-[oklch(0.45_0.05_230)]',
  GHB: 'bg-[oklch(0.53_0.15_45)]',
  BCEL: 'bg-[oklch(0.48_0.18_25)]',
};

/** KBANK reads KB as people say it; others fit as they are. */
const letters: Record<string, string> = { KBANK: 'KB', TISCO: 'TIS' };

/** A bank by its letters and colour. The name always stands beside it. */
export function BankTile({ code, small }: { code: string; small?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid shrink-0 place-items-center text-white font-bold',
        small
          ? 'size-[2.88em] rounded-[11px] text-[min(0.78125rem,5vw)]'
          : 'size-[3.143em] rounded-field text-[min(0.875rem,5.5vw)]',
        grounds[code] ?? 'bg-[oklch(0.45_0.03_160)]',
      )}
    >
      {letters[code] ?? code.slice(0, 4)}
    </span>
  );
}
