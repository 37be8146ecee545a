import { useWords } from '../../i18n';
import { Column } from '../detail/column';
import { useForm } from './form';
import { ProposalForm } from './proposal-form';

/** Beside the list while nothing of it is open: propose another. */
export function ProposalColumn() {
  const { say } = useWords();
  const { turn } = useForm();
  return (
    <Column
      label={say('cash.pairs.new')}
      head={<h2 className="text-h3 font-semibold">{say('cash.pairs.new')}</h2>}
    >
      <ProposalForm key={turn} />
    </Column>
  );
}
