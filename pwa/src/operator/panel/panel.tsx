import { CannedPanel } from '../canned/canned-panel';
import { ComposePanel } from '../compose/compose-panel';
import { useOpen } from '../router';
import { MePanel } from './me-panel';
import { usePanel } from './open-panel';
import { WhoPanel } from './who-panel';

/** Shows the contents of the right column. Two of them need an open conversation. */
export function Panel({ me }: { me: string }) {
  const panel = usePanel();
  const open = useOpen();
  if (panel === 'me') return <MePanel />;
  if (panel === 'canned') return <CannedPanel />;
  if (panel === 'who' && open) return <WhoPanel id={open} me={me} />;
  if (panel === 'compose' && open) return <ComposePanel key={open} id={open} />;
  return null;
}
