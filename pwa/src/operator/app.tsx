import { useEffect } from 'react';
import { Desk } from './frame/desk';
import { LoginPage } from './frame/login-page';
import { Refusal } from './frame/refusal';
import { openSection, useSection } from './place';
import { useSession, workOf } from './session';

/** The login, the desk, or a plain word to whoever has no work here. */
export function App() {
  const { session, expired } = useSession();
  const asked = useSection();
  const work = session ? workOf(session) : [];
  // A link to another's work leads to one's own.
  const section = work.includes(asked) ? asked : work[0];
  const isAstray = section !== undefined && section !== asked;
  useEffect(() => {
    if (isAstray) openSection(section, { replace: true });
  }, [isAstray, section]);
  if (!session) return <LoginPage expired={expired} />;
  if (!section) return <Refusal username={session.username} />;
  return <Desk me={session.username} role={session.role} work={work} section={section} />;
}
