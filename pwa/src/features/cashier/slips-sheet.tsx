import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ImageOff } from 'lucide-react';
import '@/i18n/cashier-texts';
import { resolveMember } from '@/data/session/token';
import { dropShared, claimSharedPictures, type SharedPicture } from '@/data/domains/slip/shared';
import type { SlipRow } from '@/data/storage/db';
import { useSlipPicture } from '@/data/domains/slip/use-slip-picture';
import { Banner } from '@/ui/banner';
import { formatDateTime } from '@/ui/format/time';
import { SheetPage } from '@/ui/sheet';
import { Skeleton } from '@/ui/skeleton';
import { SendSlip } from './send-slip';
import { SlipList } from './slip-list';
import { TrackSlip } from './track-slip';

type View =
  | { name: 'list' }
  /** `turn` distinguishes two picks of the same file. `shared` is the id of a picture from another app. */
  | { name: 'send'; file: File; turn: number; shared?: number }
  | { name: 'track'; id: string }
  | { name: 'image'; slip: SlipRow };

interface SlipsSheetProps {
  /** Renders the queued items. The argument is called when the member wants to choose another picture. */
  queue: (onChooseOther: () => void) => ReactNode;
  contactLink: ReactNode;
}

/** Shows the member's slips, and the steps of a new slip from the choice of its picture to the credit. */
export default function SlipsSheet({ queue, contactLink }: SlipsSheetProps) {
  const { t } = useTranslation('cashier');
  const [view, setView] = useState<View>({ name: 'list' });
  const showList = () => setView({ name: 'list' });
  const turns = useRef(0);
  const buildSendView = (file: File, shared?: number): View => ({
    name: 'send',
    file,
    turn: ++turns.current,
    shared,
  });
  const showSend = (file: File, shared?: number) => setView(buildSendView(file, shared));
  /** Removes the shared picture, once it is sent or discarded. */
  const dropOffered = async () => {
    if (view.name === 'send' && view.shared !== undefined) await dropShared(view.shared).catch(() => {});
  };
  /**
   * Shows `otherwise` at once, because the member must not wait. Then shows the next shared picture, if any.
   */
  const showNext = async (otherwise: View) => {
    setView(otherwise);
    await dropOffered();
    const next = await findSharedPicture();
    if (!next) return;
    const following = buildSendView(next.file, next.id);
    setView((now) => (now.name === 'send' ? now : following));
  };
  const showShared = useEffectEvent(({ file, id }: SharedPicture) => showSend(file, id));
  useEffect(() => {
    const offerShared = async () => {
      const found = await findSharedPicture();
      if (found) showShared(found);
    };
    void offerShared();
  }, []);
  switch (view.name) {
    case 'list':
      return (
        <SlipList
          title={t('slips.title')}
          queue={queue}
          onPicked={showSend}
          onImage={(slip) => setView({ name: 'image', slip })}
        />
      );
    case 'send':
      return (
        <SendSlip
          key={view.turn}
          file={view.file}
          isShared={view.shared !== undefined}
          onBack={() => void showNext({ name: 'list' })}
          onOther={(file) => {
            void dropOffered();
            showSend(file);
          }}
          onKept={(id) => void showNext({ name: 'track', id })}
        />
      );
    case 'track':
      return <TrackSlip id={view.id} contactLink={contactLink} onBack={showList} onOther={showSend} />;
    case 'image':
      return <SlipImage slip={view.slip} onBack={showList} />;
  }
}

/** Returns the first shared picture, or null if there is none or if the phone's storage fails. */
async function findSharedPicture(): Promise<SharedPicture | null> {
  const member = await resolveMember().catch(() => null);
  return member && claimSharedPictures(member.memberId).catch(() => null);
}

function SlipImage({ slip, onBack }: { slip: SlipRow; onBack: () => void }) {
  const { t } = useTranslation('cashier');
  const { url, failed, fail } = useSlipPicture(slip.reference);
  return (
    <SheetPage title={t('slips.image')} onBack={onBack}>
      {failed ? (
        <Banner tone="failed" icon={ImageOff} role="alert">
          {t('slips.imageFailed')}
        </Banner>
      ) : url ? (
        <img
          src={url}
          alt={t('slips.imageAlt', { date: formatDateTime(slip.createdAt) })}
          onError={fail}
          className="mx-auto max-h-[70dvh] rounded-card"
        />
      ) : (
        <Skeleton className="late h-[60dvh] w-full rounded-card" />
      )}
    </SheetPage>
  );
}
