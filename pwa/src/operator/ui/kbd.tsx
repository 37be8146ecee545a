/** A key to press, shown where its act is; touch has none to press. */
export function Kbd({ children }: { children: string }) {
  return (
    <kbd
      aria-hidden="true"
      className="grid min-w-5.5 shrink-0 place-items-center rounded-[6px] bg-ink/10 px-1.5 font-sans text-micro font-semibold pointer-coarse:hidden"
    >
      {children}
    </kbd>
  );
}
