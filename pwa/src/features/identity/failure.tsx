import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Banner } from '@/ui/banner';

/** Shows a refusal that no single field caused, as an alert above the button. */
export function Failure({ children }: { children: ReactNode }) {
  if (!children) return null;
  return (
    <Banner tone="failed" icon={CircleAlert} role="alert">
      {children}
    </Banner>
  );
}
