/**
 * A heading that uses each library that the app starts with: its text comes from i18next, its number from
 * Dexie.
 */
import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import Dexie, { type EntityTable } from 'dexie';
import i18next from 'i18next';
import { createRoot } from 'react-dom/client';
import { initReactI18next, useTranslation } from 'react-i18next';

const db = new Dexie('hello') as Dexie & { visits: EntityTable<{ id: number; at: number }, 'id'> };
db.version(1).stores({ visits: '++id' });

const rootRoute = createRootRoute({
  loader: async () => {
    await db.visits.add({ at: Date.now() });
    return db.visits.count();
  },
  component: Hello,
});

function Hello() {
  const { t } = useTranslation();
  return (
    <main>
      <h1>{t('hello', { count: rootRoute.useLoaderData() })}</h1>
    </main>
  );
}

await i18next.use(initReactI18next).init({
  lng: 'en',
  resources: { en: { translation: { hello_one: 'Hello', hello_other: 'Hello again' } } },
});
createRoot(document.getElementById('root')!).render(
  <RouterProvider router={createRouter({ routeTree: rootRoute })} />,
);
