import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Banner } from '@/ui/banner';

/** A refusal that is no single field's fault, said at once, above the action. */
export function Failure({ children }: { children: ReactNode }) {
  if (!children) return null;
  return (
    <Banner tone="failed" icon={CircleAlert} role="alert">
      {children}
    </Banner>
  );
}
