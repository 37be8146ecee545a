import { Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useWords } from '../i18n';
import { useSection } from '../router';
import { useCount } from './counts';
import { Rail } from './rail';
import { SECTIONS } from './sections';

/** The rail, and the page of the work that is chosen in it. */
export function Frame() {
  useTitle();
  return (
    <div className="flex h-dvh overflow-hidden">
      <Rail />
      <main className="flex min-w-0 flex-1">
        <Outlet />
      </main>
    </div>
  );
}

/** Puts the section and how many wait into the page's title, for whoever looks at another tab. */
function useTitle(): void {
  const { say, locale } = useWords();
  const section = useSection();
  const count = useCount(section);
  useEffect(() => {
    const title = `${say(SECTIONS[section].name)} · ${say('app')}`;
    document.title = count > 0 ? `(${count}) ${title}` : title;
  }, [section, count, say, locale]);
}
