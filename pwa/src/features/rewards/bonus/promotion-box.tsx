import { TicketPercent } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { showSheet } from '@/nav/sheets';
import { useRestoredState } from '@/nav/return-point';
import { Button } from '@/ui/button';
import { typedPromotion } from '@/data/kit/typed/identifiers';
import { TextInput } from '@/ui/text-input';
import { cleanLine } from '@/data/kit/typed/written';
import type { Reading } from '@/ui/reading';

/** The reading of the field for a promotion's code, which is turned into capitals. */
const promotionReading: Reading = { kind: 'promotion', format: typedPromotion };

export function PromotionBox() {
  const { t } = useTranslation('bonus');
  const [code, setCode] = useRestoredState('promotion', '');
  const [tried, setTried] = useState(false);
  const cleanCode = cleanLine(code);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (cleanCode) showSheet('promotion', { promotion: cleanCode });
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-end gap-2">
      <TextInput
        label={t('code')}
        icon={TicketPercent}
        placeholder={t('codePlaceholder')}
        value={code}
        reading={promotionReading}
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="search"
        error={tried && !cleanCode ? t('codeMissing') : undefined}
        onChange={(event) => {
          setCode(event.currentTarget.value.slice(0, 20));
          setTried(false);
        }}
        className="min-w-0 flex-[1_1_12em]"
      />
      <Button type="submit" variant="tonal" className="min-h-13">
        {t('search')}
      </Button>
    </form>
  );
}
