import type { ReactNode } from 'react';
import { Amount } from './amount';
import { Button } from './button';
import { StitchedCard } from './card';
import { useBackLayer } from './layers';
import { SheetPage } from './sheet';
import { useFocusHere } from './use-focus-here';

interface ConfirmStepProps {
  title: string;
  /** In baht. */
  amount: number;
  unit: string;
  facts: { label: string; value: ReactNode }[];
  /** The button's label: a verb and the amount. */
  action: string;
  busy: boolean;
  busyLabel: string;
  /** Why the command cannot be sent now. It disables the button. */
  blocked?: string;
  back: string;
  onConfirm: () => void;
  onBack: () => void;
  /** Shown while the command is under way. */
  children?: ReactNode;
}

/** The confirmation before money moves: amount, target and remaining balance. It replaces the form. */
export function ConfirmStep(props: ConfirmStepProps) {
  const { title, amount, unit, facts, action, busy, busyLabel, blocked, back, onConfirm, onBack, children } =
    props;
  const start = useFocusHere<HTMLDivElement>();
  useBackLayer(!busy, onBack);
  return (
    <SheetPage
      title={title}
      titleHidden
      footer={
        <div className="grid gap-2">
          <Button block disabled={Boolean(blocked)} busy={busy} busyLabel={busyLabel} onClick={onConfirm}>
            {action}
          </Button>
          {blocked && <p className="text-center text-small text-ink-2">{blocked}</p>}
          {!busy && (
            <Button variant="quiet" block onClick={onBack}>
              {back}
            </Button>
          )}
        </div>
      }
    >
      <div ref={start} tabIndex={-1} className="space-y-4">
        <div className="text-center">
          <p className="text-ink-2">{title}</p>
          <p className="text-amount font-bold">
            <Amount value={amount} unit={unit} unitClass="text-ink-2" />
          </p>
        </div>
        <ConfirmFacts facts={facts} />
        {children}
      </div>
    </SheetPage>
  );
}

/** Names on the left, values on the right, with stitched separators. */
export function ConfirmFacts({ facts }: { facts: ConfirmStepProps['facts'] }) {
  return (
    <StitchedCard>
      {facts.map(({ label, value }) => (
        <dl key={label} className="flex flex-wrap items-baseline justify-between gap-x-4 py-3">
          <dt className="text-ink-2">{label}</dt>
          <dd className="ml-auto text-right font-medium">{value}</dd>
        </dl>
      ))}
    </StitchedCard>
  );
}
