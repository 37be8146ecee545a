import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import '@/i18n/cashier-texts';
import { takeShared } from '@/data/slip/shared';
import type { SlipRow } from '@/data/storage/db';
import { SendSlip } from './send-slip';
import { SlipImage } from './slip-image';
import { SlipList } from './slip-list';
import { TrackSlip } from './track-slip';

type View =
  | { name: 'list' }
  /** `turn` tells two pickings of one file apart. */
  | { name: 'send'; file: File; turn: number }
  | { name: 'track'; id: string }
  | { name: 'image'; slip: SlipRow };

interface SlipsSheetProps {
  /** The queue as the shell shows it; its own action leads back to choosing a picture. */
  queue: (onChooseOther: () => void) => ReactNode;
  contactLink: ReactNode;
}

/** My slips: what waits, what was sent, and the way of a new one from choosing to the wallet. */
export default function SlipsSheet({ queue, contactLink }: SlipsSheetProps) {
  const { t } = useTranslation('cashier');
  const [view, setView] = useState<View>({ name: 'list' });
  const toList = () => setView({ name: 'list' });
  const toSend = (file: File) => setView({ name: 'send', file, turn: Date.now() });
  useEffect(() => {
    // A picture that another app has shared into this one.
    void takeShared().then(
      (file) => file && toSend(file),
      () => {},
    );
  }, []);
  switch (view.name) {
    case 'list':
      return (
        <SlipList
          title={t('slips.title')}
          queue={queue}
          onPicked={toSend}
          onImage={(slip) => setView({ name: 'image', slip })}
        />
      );
    case 'send':
      return (
        <SendSlip
          key={view.turn}
          file={view.file}
          onBack={toList}
          onOther={toSend}
          onKept={(id) => setView({ name: 'track', id })}
        />
      );
    case 'track':
      return <TrackSlip id={view.id} contactLink={contactLink} onBack={toList} onOther={toSend} />;
    case 'image':
      return <SlipImage slip={view.slip} onBack={toList} />;
  }
}
