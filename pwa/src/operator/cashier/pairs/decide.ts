/** The second person's yes or no, and the making of a proposal. */
import { toast } from '@/ui/toast';
import { say, trouble } from '../../i18n';
import { isSignedOut } from '../../session';
import type { Outcome } from '../acts';
import { acts } from '../perform';
import type { Verb } from '../plan';
import { endOf } from '../queue/queue';
import { begin, moveOf, type ProposalForm } from './form';
import { endPair, pairsStore, refreshPairs, setPairAct, type PairRow } from './pairs';

/** Approving one's own is the server's to refuse too; taking it back is not. */
export async function decide({ key }: PairRow, verb: Verb): Promise<void> {
  const state = pairsStore.get();
  const stage = state.acts.get(key)?.stage;
  if (stage === 'busy' || stage === 'slow' || endOf(state, key)) return;
  setPairAct(key, { verb, stage: 'busy' });
  const move = { path: `/proposals/${key}/${verb === 'accept' ? 'approve' : 'reject'}` };
  const outcome = await acts.run(key, move, () => setPairAct(key, { verb, stage: 'slow' }));
  switch (outcome?.how) {
    case 'done':
      endPair(key, verb === 'accept' ? 'accepted' : 'refused');
      toast.done(say(verb === 'accept' ? 'cash.pairs.approved' : 'cash.pairs.rejected'));
      return;
    case 'gone':
      endPair(key, 'gone');
      toast.error(say('cash.gone'));
      return;
    case 'unknown':
      setPairAct(key, { verb, stage: 'unknown', error: outcome.error });
      return;
    case 'refused':
      setPairAct(
        key,
        isSignedOut(outcome.error) ? undefined : { verb, stage: 'refused', error: outcome.error },
      );
      if (!isSignedOut(outcome.error)) toast.error(trouble(outcome.error));
      return;
    case undefined:
  }
}

/** Undefined while one is on its way already. A form whose answer is unknown is asked again as it is. */
export async function propose(value: ProposalForm, onSlow: () => void): Promise<Outcome | undefined> {
  const outcome = await acts.run('proposal', moveOf(value), onSlow);
  if (outcome?.how === 'done') {
    begin({ kind: value.kind === 'PAYOUT_ACCOUNT' ? value.kind : 'ADJUSTMENT' });
    toast.done(say('cash.pairs.proposed'));
    void refreshPairs();
  }
  return outcome;
}
