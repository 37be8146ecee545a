import { cx } from './cx';
import { formatMoney, splitMoney } from './format/money';

interface AmountProps {
  value: number;
  unit?: string;
  hidden?: boolean;
  className?: string;
  unitClass?: string;
}

const DOTS = '•••••';

/** A large figure with its satang at two thirds, its unit after and smaller. */
export function Amount({ value, unit, hidden, className, unitClass }: AmountProps) {
  const { baht, satang } = splitMoney(value);
  return (
    <span className={cx('whitespace-nowrap', className)}>
      {hidden ? (
        DOTS
      ) : (
        <span className="tracking-[-0.02em]">
          {baht}
          <span className="text-[0.667em]">{satang}</span>
        </span>
      )}
      {unit && <span className={cx('ml-2 text-body font-normal', unitClass)}>{unit}</span>}
    </span>
  );
}

/** A figure inside a sentence or a row. */
export function Money({ value, hidden }: { value: number; hidden?: boolean }) {
  return <span className="whitespace-nowrap">{hidden ? DOTS : formatMoney(value)}</span>;
}
