import { cx } from './cx';
import { fitting } from './fitting';
import { formatMoney, splitMoney } from './format/money';

interface AmountProps {
  value: number;
  unit?: string;
  hidden?: boolean;
  className?: string;
  unitClass?: string;
}

/** What stands in a covered amount's place. */
export const DOTS = '•••••';

/** A large figure with its satang at two thirds, its unit after and smaller. */
export function Amount({ value, unit, hidden, className, unitClass }: AmountProps) {
  const { baht, satang } = splitMoney(value);
  return (
    <span className={className}>
      {hidden ? (
        // The dots come from another font on some phones: its line must not move the page.
        <span className="leading-none">{DOTS}</span>
      ) : (
        <span className="tracking-[-0.02em] whitespace-nowrap" style={{ fontSize: fitting(baht + satang) }}>
          {baht}
          <span className="text-[0.667em]">{satang}</span>
        </span>
      )}
      {unit && (
        <>
          {' '}
          <span className={cx('text-body font-normal whitespace-nowrap', unitClass)}>{unit}</span>
        </>
      )}
    </span>
  );
}

/** A figure inside a sentence or a row. */
export function Money({ value, hidden }: { value: number; hidden?: boolean }) {
  return <span className="whitespace-nowrap">{hidden ? DOTS : formatMoney(value)}</span>;
}
