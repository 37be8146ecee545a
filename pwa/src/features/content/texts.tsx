import { Children, type ReactNode } from 'react';
import { StitchedCard } from '@/ui/card';

/** Shows operators' texts in a list, with stitched lines between them. */
export function Texts({ children }: { children: ReactNode }) {
  const texts = Children.toArray(children);
  if (texts.length === 0) return null;
  return (
    <StitchedCard as="ul">
      {texts.map((text, i) => (
        <div key={i} className="py-4">
          {text}
        </div>
      ))}
    </StitchedCard>
  );
}
