import { Frame } from './frame/frame';
import { LoginPage } from './frame/login-page';
import { Refusal } from './frame/refusal';
import { useSession, sectionsOfOperator } from './session';

/** Shows the login, the frame with its page, or a notice for an operator whose role has no section. */
export function App() {
  const { session, expired } = useSession();
  if (!session) return <LoginPage expired={expired} />;
  if (sectionsOfOperator(session).length === 0) return <Refusal username={session.username} />;
  return <Frame />;
}
