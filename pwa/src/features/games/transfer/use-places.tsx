import { useTranslation } from 'react-i18next';
import type { Slot } from '@/data/api/types';
import { bahtOf } from '@/data/kit/satang';
import { formatMoney } from '@/ui/format/money';
import { Mark } from '@/ui/mark';
import { SlotLogo } from '../picture';
import { usePlaceName } from '../use-place-name';
import type { End } from './move';
import type { SlideOption } from './slide';

/** The slides: none chosen first, then the wallet, then the games. */
export function usePlaces(slots: readonly Slot[], ends: readonly End[]): SlideOption[] {
  const { t } = useTranslation('games');
  const name = usePlaceName();
  const places = ends.map(({ code, available }) => {
    const slot = slots.find((each) => each.code === code);
    return {
      code,
      name: name(code),
      note: available === undefined ? undefined : `${formatMoney(bahtOf(available))} ${t('unit')}`,
      picture: slot ? (
        <SlotLogo slot={slot} className="size-11 rounded-[13px]" />
      ) : (
        <Mark className="size-11" />
      ),
    };
  });
  return [{ code: '', name: t('transfer.none') }, ...places];
}
