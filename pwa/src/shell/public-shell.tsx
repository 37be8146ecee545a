import type { ReactNode } from 'react';
import { Mark } from '@/ui/mark';
import { PublicBar } from './bottom-bar';
import { Frame } from './frame';
import { LanguagePill } from './language-pill';
import { nameClass, useAppName } from './app-name';

export function PublicShell({ children }: { children: ReactNode }) {
  return (
    <Frame guest bar={<PublicBar />}>
      <main id="content" className="mx-auto w-full max-w-[480px] pb-36">
        {children}
      </main>
    </Frame>
  );
}

/** Name and language, for public pages without their own header. */
export function PublicHead() {
  const name = useAppName();
  return (
    <header className="flex min-h-13 items-center gap-2.5 px-4 pt-2">
      <Mark className="size-8 shrink-0" />
      <span className={nameClass}>
        <bdi>{name}</bdi>
      </span>
      <LanguagePill className="ml-auto bg-surface shadow-e1" />
    </header>
  );
}

/** The same on the wallet's green, with the logo without its tile. */
export function PublicHeadOnGreen() {
  const name = useAppName();
  return (
    <header className="flex min-h-15 items-center gap-2.5 px-5 pt-2">
      <Mark bare className="h-8 w-7 shrink-0" />
      <span className={nameClass}>
        <bdi>{name}</bdi>
      </span>
      <LanguagePill className="ml-auto bg-wallet-deep" />
    </header>
  );
}
