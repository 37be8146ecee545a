import { CannedPanel } from '../canned/canned-panel';
import { ComposePanel } from '../compose/compose-panel';
import { useOpen } from '../place';
import { MePanel } from './me-panel';
import { usePanel } from './place';
import { WhoPanel } from './who-panel';

/** What the right column shows. Two of its uses need an open conversation. */
export function Panel({ me, role }: { me: string; role: string }) {
  const panel = usePanel();
  const open = useOpen();
  if (panel === 'me') return <MePanel me={me} role={role} />;
  if (panel === 'canned') return <CannedPanel />;
  if (panel === 'who' && open) return <WhoPanel id={open} me={me} />;
  if (panel === 'compose' && open) return <ComposePanel key={open} id={open} />;
  return null;
}
