import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '@/ui/cx';
import { useFocusOnArrival } from '@/ui/heading';
import { IconButton } from '@/ui/icon-button';
import { useBackLayer } from '@/ui/layers';

interface WizardFrameProps {
  name: string;
  onBack: () => void;
  /** The index of the current step, 0 to 3. Without it the flow shows no progress bars. */
  step?: number;
  /** How many times "back" works before it leaves the flow. If it is not 0, the bottom bar is hidden. */
  depth: 0 | 1 | 2;
  children: ReactNode;
}

/** Shows the back button, the name of the flow, and the progress in it. */
export function WizardFrame({ name, onBack, step, depth, children }: WizardFrameProps) {
  const { t } = useTranslation('signup');
  const { t: ui } = useTranslation('ui');
  useBackLayer(depth >= 1, onBack);
  useBackLayer(depth >= 2, onBack);
  return (
    <div className="px-4 pt-2" {...(depth > 0 && { 'data-flow': '' })}>
      <div className="flex min-h-13 items-center">
        <IconButton icon={ChevronLeft} label={ui('back')} onClick={onBack} className="-ml-2" />
        <p className="flex-1 text-h3 font-semibold">{name}</p>
        {step !== undefined && (
          <p className="pl-3 text-right text-small text-ink-2">{t('register.step', { step: step + 1 })}</p>
        )}
      </div>
      {step !== undefined && (
        <div className="mt-1 grid grid-cols-4 gap-2" aria-hidden="true">
          {[0, 1, 2, 3].map((each) => (
            <span
              key={each}
              className={cx(
                'h-1.5 rounded-full',
                each === step ? 'bg-brand' : each < step ? 'bg-brand/45' : 'bg-line',
              )}
            />
          ))}
        </div>
      )}
      {/* The browser scrolls a focused field to a position above the footer. */}
      <div className="pt-6 short:pt-3 short:pb-8 [&_:is(input,[aria-haspopup])]:scroll-mb-24">{children}</div>
    </div>
  );
}

export function StepTitle({ title, children }: { title: string; children?: ReactNode }) {
  const ref = useFocusOnArrival<HTMLHeadingElement>();
  return (
    <div className="mb-5 short:mb-3">
      <h1 ref={ref} tabIndex={-1} className="text-h1 font-bold">
        {title}
      </h1>
      {children && <p className="mt-0.5 text-ink-2">{children}</p>}
    </div>
  );
}

/**
 * The footer of a step's form, with its button. On a short screen it is fixed at the bottom, so that the
 * button stays visible while scrolling. If a keyboard shrinks the page, the footer stays above it. It uses
 * the space of the bottom bar, which these steps do not show.
 */
export function StepFoot({ children }: { children: ReactNode }) {
  return (
    <div className="space-y-2 short:fixed short:inset-x-0 short:bottom-0 short:mx-auto short:max-w-[480px] short:bg-bg short:px-4 short:pt-2 short:pb-[max(1rem,env(safe-area-inset-bottom))]">
      {children}
    </div>
  );
}
