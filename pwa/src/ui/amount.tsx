import { cx } from './cx';
import { computeFontSize } from './font-size';
import { formatMoney, splitMoney } from './format/money';

interface AmountProps {
  value: number;
  unit?: string;
  hidden?: boolean;
  className?: string;
  unitClass?: string;
}

/** Shown in place of a hidden amount. */
export const HIDDEN_AMOUNT = '•••••';

/** Shows a large amount. Its satang have two thirds of the size, and the unit after it is smaller too. */
export function Amount({ value, unit, hidden, className, unitClass }: AmountProps) {
  const { baht, satang } = splitMoney(value);
  return (
    <span className={className}>
      {hidden ? (
        // Some phones take the dots from another font. Its line height must not move the page.
        <span className="leading-none">{HIDDEN_AMOUNT}</span>
      ) : (
        <span
          className="tracking-[-0.02em] whitespace-nowrap"
          style={{ fontSize: computeFontSize(baht + satang) }}
        >
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

/** An amount inside a sentence or a row. */
export function InlineAmount({ value, hidden }: { value: number; hidden?: boolean }) {
  return <span className="whitespace-nowrap">{hidden ? HIDDEN_AMOUNT : formatMoney(value)}</span>;
}
