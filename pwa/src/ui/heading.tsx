import { useEffect, useRef, type ReactNode } from 'react';

/** A page's title. It takes the focus, so that screen readers read a new page from the top. */
export function PageTitle({ children, action }: { children: ReactNode; action?: ReactNode }) {
  const ref = useFocusOnArrival<HTMLHeadingElement>();
  return (
    <div className="mb-3 flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1 pl-1">
      <h1 ref={ref} tabIndex={-1} className="text-h1 font-bold">
        {children}
      </h1>
      {action}
    </div>
  );
}

export function SectionTitle({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="mb-2 flex min-h-6 flex-wrap items-center justify-between gap-x-3 px-1">
      <h2 className="text-h3 font-semibold">{children}</h2>
      {action}
    </div>
  );
}

/**
 * Returns the ref of a heading that takes the focus when it appears. It does not on the first page of a
 * visit, where the browser starts at the top anyway, nor while an input has the focus.
 */
export function useFocusOnArrival<E extends HTMLElement>() {
  const ref = useRef<E>(null);
  useEffect(() => {
    const isTyping = document.activeElement instanceof HTMLInputElement;
    if (arrived && !isTyping) ref.current?.focus({ preventScroll: true });
    arrived = true;
  }, []);
  return ref;
}

let arrived = false;
