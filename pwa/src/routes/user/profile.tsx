import { createFileRoute, Link } from '@tanstack/react-router';
import { readFirst } from '@/data/engine/live/live';
import { useInstall } from '@/data/device/install';
import { homeQuery } from '@/data/engine/home/home';
import { resourceQuery, useResource } from '@/data/engine/resources/use-resource';
import { CareRows } from '@/features/care/care-rows';
import { ActivityCard } from '@/features/cashier/limits/activity-card';
import { ProfilePage } from '@/features/identity/profile-page';
import { showSheet } from '@/nav/sheets';
import { installHelp, thisPhone } from '@/shell/install-help';
import { Preferences } from '@/shell/preferences';
import { linkClass } from '@/ui/cx';

export const Route = createFileRoute('/user/profile')({
  loader: () => readFirst(homeQuery, resourceQuery('activity')),
  component: ProfileRoute,
});

function ProfileRoute() {
  const { method } = useInstall();
  const { loading } = useResource('activity');
  return (
    <ProfilePage
      onInstall={installHelp(method, thisPhone()) === 'none' ? undefined : () => showSheet('install')}
      isMoneyLoading={loading}
      money={
        <>
          <ActivityCard />
          <CareRows />
        </>
      }
      preferences={<Preferences />}
      contactLink={(words) => (
        <Link to="/user/contact" className={linkClass}>
          {words}
        </Link>
      )}
    />
  );
}
