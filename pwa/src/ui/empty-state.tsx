import type { ReactNode } from 'react';
import { Card } from './card';
import { WalletIllustration } from './illustration';

interface EmptyStateProps {
  title: string;
  children?: ReactNode;
  /** The next thing to do. */
  action?: ReactNode;
}

export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <Card className="flex flex-col items-center px-6 pt-7 pb-6 text-center">
      <WalletIllustration />
      <h3 className="mt-4 text-h3 font-semibold">{title}</h3>
      {children && <p className="mt-1 text-small text-ink-2">{children}</p>}
      {action && <div className="mt-4">{action}</div>}
    </Card>
  );
}
