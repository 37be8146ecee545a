import { Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTexts } from '../i18n';
import { useSection } from '../router';
import { useCount } from './counts';
import { Rail } from './rail';
import { SECTIONS } from './sections';

/** Shows the rail, and the page of the selected section. */
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

/** Sets the tab's title to the section's name and its number of waiting items. */
function useTitle(): void {
  const { t, locale } = useTexts();
  const section = useSection();
  const count = useCount(section);
  useEffect(() => {
    const title = `${t(SECTIONS[section].name)} · ${t('app')}`;
    document.title = count > 0 ? `(${count}) ${title}` : title;
  }, [section, count, t, locale]);
}
