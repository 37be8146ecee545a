import { Children, type ComponentProps, type ReactNode } from 'react';
import { cx } from './cx';
import { Stitch } from './stitch';

export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cx('rounded-card bg-surface shadow-e1', className)} />;
}

interface StitchedCardProps {
  children: ReactNode;
  className?: string;
  /** Class of the separators, if they start further in. */
  inset?: string;
  /** The rows' role for screen readers. */
  as?: 'div' | 'ul' | 'ol';
}

/** A card of rows with stitched separators. */
export function StitchedCard({ children, className, inset, as: List = 'div' }: StitchedCardProps) {
  const Row = List === 'div' ? 'div' : 'li';
  return (
    <List className={cx('rounded-card bg-surface px-4 shadow-e1', className)}>
      {Children.toArray(children).map((row, i) => (
        <Row key={i}>
          {i > 0 && <Stitch className={inset} />}
          {row}
        </Row>
      ))}
    </List>
  );
}

/** A name with its value, and an optional action. */
export function Fact({
  label,
  children,
  action,
}: {
  label: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 py-3">
      <dl className="min-w-0 flex-[1_1_7em]">
        <dt className="text-small text-ink-2">{label}</dt>
        <dd className="text-body font-medium">{children}</dd>
      </dl>
      {action && <div className="ml-auto">{action}</div>}
    </div>
  );
}
