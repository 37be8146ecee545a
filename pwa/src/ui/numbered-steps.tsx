import type { ReactNode } from 'react';
import { StitchedCard } from './card';

/** Numbered steps, each with its number in a disc. */
export function NumberedSteps({ steps }: { steps: { text: ReactNode; icon?: ReactNode }[] }) {
  return (
    <StitchedCard as="ol">
      {steps.map((step, i) => (
        <div key={i} className="flex items-center gap-3 py-3">
          <span
            className="grid size-[2.15em] shrink-0 place-items-center rounded-full bg-brand-soft text-small font-bold text-brand-text"
            aria-hidden="true"
          >
            {i + 1}
          </span>
          <span className="min-w-0 flex-1">{step.text}</span>
          {step.icon && <span className="text-brand-text">{step.icon}</span>}
        </div>
      ))}
    </StitchedCard>
  );
}
