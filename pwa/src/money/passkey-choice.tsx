import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { confirmByPasskey, prepareConfirm, type PasskeyChallenge } from '@/data/session/passkey/confirm';
import { errorText } from '@/i18n/error-text';
import { Button } from '@/ui/button';
import { FieldError } from '@/ui/field';

interface PasskeyChoiceProps {
  label: string;
  /** Called with the proof that replaces the password. */
  onProven: (proof: string) => Promise<unknown>;
}

/**
 * Lets the member use a passkey instead of the password. Renders nothing for members without a passkey, and
 * in browsers without passkeys.
 */
export function PasskeyChoice({ label, onProven }: PasskeyChoiceProps) {
  const [challenge, setChallenge] = useState<PasskeyChallenge | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    let isGone = false;
    void prepareConfirm().then((prepared) => !isGone && setChallenge(prepared));
    return () => void (isGone = true);
  }, []);
  if (!challenge) return null;

  const confirm = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const proof = await confirmByPasskey(challenge);
      if (proof) await onProven(proof);
    } catch (error) {
      setProblem(errorText(error));
      // A challenge can be used only once.
      setChallenge(await prepareConfirm());
    }
    setBusy(false);
  };
  return (
    <div>
      <Button variant="tonal" block icon={KeyRound} busy={busy} onClick={() => void confirm()}>
        {label}
      </Button>
      {problem && (
        <div role="alert">
          <FieldError>{problem}</FieldError>
        </div>
      )}
    </div>
  );
}
