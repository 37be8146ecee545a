import { useTranslation } from 'react-i18next';
import { RadioRows, type RadioRow } from '@/ui/radio-rows';
import { Sheet, SheetPage } from '@/ui/sheet';

interface MonthSheetProps {
  open: boolean;
  rows: readonly RadioRow<string>[];
  value: string;
  onChoose: (month: string) => void;
  onClose: () => void;
}

/** Shows the list of months. It is loaded when it is first opened, because the page itself needs no sheet. */
export default function MonthSheet({ open, rows, value, onChoose, onClose }: MonthSheetProps) {
  const { t } = useTranslation('statement');
  return (
    <Sheet open={open} onClose={onClose}>
      <SheetPage title={t('filter.month')}>
        <RadioRows label={t('filter.month')} rows={rows} value={value} onChange={onChoose} final />
      </SheetPage>
    </Sheet>
  );
}
