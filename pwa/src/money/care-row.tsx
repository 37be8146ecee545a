import { ChevronRight, type LucideIcon } from 'lucide-react';

interface CareRowProps {
  icon: LucideIcon;
  onOpen: () => void;
  children: string;
}

/** A way to one's own limits, or to a break: always there, and never loud. */
export function CareRow({ icon: Icon, onOpen, children }: CareRowProps) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="press flex min-h-11 w-full items-center gap-3 px-1 text-left text-small text-ink-2"
    >
      <Icon className="size-5 shrink-0" aria-hidden="true" />
      <span className="flex-1">{children}</span>
      <ChevronRight className="size-5 shrink-0" aria-hidden="true" />
    </button>
  );
}
