import { Tabs as Base } from '@base-ui/react/tabs';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export interface Tab<Id extends string> {
  id: Id;
  label: string;
  icon?: LucideIcon;
  panel: ReactNode;
}

interface TabsProps<Id extends string> {
  tabs: Tab<Id>[];
  label: string;
  /** The open tab, if the caller stores it. */
  value?: Id;
  onChange?: (id: Id) => void;
}

/**
 * Tabs as segments on a sunken background. A single tab is shown as its panel only, since there is nothing to
 * choose.
 */
export function Tabs<Id extends string>({ tabs, label, value, onChange }: TabsProps<Id>) {
  const [only] = tabs;
  if (tabs.length === 1 && only) return <>{only.panel}</>;
  return (
    <Base.Root
      defaultValue={value ? undefined : only?.id}
      value={value}
      onValueChange={(next) => onChange?.(next as Id)}
    >
      <Base.List aria-label={label} className="mb-4 flex flex-wrap gap-1 rounded-button bg-sunken p-1">
        {tabs.map(({ id, label: name, icon: Icon }) => (
          <Base.Tab
            key={id}
            value={id}
            className="press flex min-h-11 flex-auto items-center justify-center gap-2 rounded-[12px] px-1.5 text-body font-medium whitespace-nowrap text-ink-2 max-[389px]:flex-col max-[389px]:gap-0.5 max-[389px]:py-1 max-[389px]:text-small data-active:bg-raised data-active:font-semibold data-active:text-ink data-active:shadow-e1"
          >
            {Icon && <Icon className="size-5 shrink-0" aria-hidden="true" />}
            {name}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map(({ id, panel }) => (
        <Base.Panel key={id} value={id}>
          {panel}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
