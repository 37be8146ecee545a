import { LogDesk } from '../cashier/log/log-desk';
import { PairsDesk } from '../cashier/pairs/pairs-desk';
import { QueueDesk } from '../cashier/queue/queue-desk';
import type { DeskProps } from './desk-props';
import { InboxDesk } from './inbox-desk';
import { Rail } from './rail';
import { TopBar } from './top-bar';
import { useTitle } from './use-title';

/** The rail, and the work that is chosen in it. */
export function Desk(props: DeskProps) {
  const { me, role, section } = props;
  useTitle(section);
  const top = <TopBar {...props} />;
  return (
    <div className="flex h-dvh overflow-hidden">
      <Rail {...props} />
      <main className="flex min-w-0 flex-1">
        {section === 'inbox' && <InboxDesk me={me} role={role} top={top} />}
        {section === 'queue' && <QueueDesk me={me} role={role} top={top} />}
        {section === 'pairs' && <PairsDesk me={me} role={role} top={top} />}
        {section === 'log' && <LogDesk me={me} role={role} top={top} />}
      </main>
    </div>
  );
}
