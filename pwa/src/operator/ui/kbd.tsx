import { labelsOf, type KeyName } from '../frame/keys';

/** The label of a key, shown next to its action. Hidden on touch screens. */
function Kbd({ children }: { children: string }) {
  return (
    <kbd
      aria-hidden="true"
      className="grid min-w-5.5 shrink-0 place-items-center rounded-[6px] bg-ink/10 px-1.5 font-sans text-micro font-semibold whitespace-nowrap pointer-coarse:hidden"
    >
      {children}
    </kbd>
  );
}

/** Shows the keys of one entry of the key table. */
export function Keys({ of }: { of: KeyName }) {
  return labelsOf(of).map((label) => <Kbd key={label}>{label}</Kbd>);
}
