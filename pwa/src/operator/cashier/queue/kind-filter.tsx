import { useSelected } from '@/data/kit/use-store';
import { useTexts } from '../../i18n';
import th from '../../i18n/th/cashier.json';
import { SelectField } from '../../ui/form-fields';
import { extent, showKind } from '../boards';
import { kindName } from '../texts';

/** Kinds that no list contains: members are looked up, and paused payouts are shown above every list. */
const NOT_LISTED = ['MEMBER', 'PAYOUTS'];
const kinds = Object.keys(th.kind).filter((kind) => !NOT_LISTED.includes(kind));

/** Selects the kind of items that the queue shows. */
export function KindFilter() {
  const { t } = useTexts();
  const kind = useSelected(extent, (shown) => shown.kind);
  return (
    <SelectField
      label={t('cash.filter.label')}
      value={kind}
      options={[
        { value: '', label: t('cash.filter.all') },
        ...kinds.map((value) => ({ value, label: kindName({ kind: value, reason: '' }) })),
      ]}
      onChange={showKind}
      className="w-72 px-5 pb-3 max-md:w-full"
    />
  );
}
