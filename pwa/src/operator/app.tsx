import { Desk } from './frame/desk';
import { LoginPage } from './frame/login-page';
import { Refusal } from './frame/refusal';
import { mayAnswer, useSession } from './session';

/** The login, the desk, or a plain word to whoever has no work here. */
export function App() {
  const { session, expired } = useSession();
  if (!session) return <LoginPage expired={expired} />;
  if (!mayAnswer(session)) return <Refusal username={session.username} />;
  return <Desk me={session.username} role={session.role} />;
}
