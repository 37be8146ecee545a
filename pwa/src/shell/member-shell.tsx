import type { ReactNode } from 'react';
import { MemberBar } from './bottom-bar';
import { Frame } from './frame';
import { TopBar } from './top-bar';

export function MemberShell({ children }: { children: ReactNode }) {
  return (
    <Frame bar={<MemberBar />}>
      <div className="mx-auto w-full max-w-[480px] px-4 pt-2 pb-36">
        <TopBar />
        <main id="content" className="pt-1">
          {children}
        </main>
      </div>
    </Frame>
  );
}
