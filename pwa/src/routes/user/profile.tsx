import { createFileRoute, Link } from '@tanstack/react-router';
import { useInstall } from '@/data/install';
import { ActivityCard } from '@/features/cashier/limits/activity-card';
import { ProfilePage } from '@/features/identity/profile-page';
import { installHelp, thisPhone } from '@/shell/install-help';
import { Preferences } from '@/shell/preferences';
import { useSheet } from '@/shell/sheets';
import { linkClass } from '@/ui/link-class';

export const Route = createFileRoute('/user/profile')({ component: ProfileRoute });

function ProfileRoute() {
  const { show } = useSheet();
  const { way } = useInstall();
  return (
    <ProfilePage
      onChangePassword={() => show('password')}
      onFixName={() => show('bank-name')}
      onSessions={() => show('sessions')}
      onInstall={installHelp(way, thisPhone()) === 'none' ? undefined : () => show('install')}
      money={<ActivityCard onLimits={() => show('limits')} />}
      preferences={<Preferences />}
      contactLink={(words) => (
        <Link to="/user/contact" className={linkClass}>
          {words}
        </Link>
      )}
    />
  );
}
