import { ImageOff, Maximize2 } from 'lucide-react';
import { useState } from 'react';
import { Lightbox } from '@/ui/lightbox';
import { Skeleton } from '@/ui/skeleton';
import { useTexts } from '../../i18n';
import { useBlobAddress } from '../../message/use-blob-address';

const box = 'relative h-56 w-32 shrink-0 overflow-clip rounded-field bg-sunken';

/**
 * The member's slip. Each refresh of the list signs the picture's address again, but the first address stays
 * in use.
 */
export function SlipPicture({ src }: { src: string }) {
  const { t } = useTexts();
  const [shown, setShown] = useState(src);
  const [isLarge, setLarge] = useState(false);
  const { address, failed } = useBlobAddress(shown);
  if (failed) return <Missing onAgain={() => setShown(src)} />;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t('cash.openPicture', { name: t('cash.slip.picture') })}
        disabled={!address}
        onClick={() => setLarge(true)}
        className={`${box} block`}
      >
        {address ? (
          <img src={address} alt="" className="size-full object-cover object-top" />
        ) : (
          <Skeleton className="late size-full" />
        )}
        <span
          className="absolute right-1.5 bottom-1.5 grid size-7 place-items-center rounded-[9px] bg-wallet-deep text-wallet-ink"
          aria-hidden="true"
        >
          <Maximize2 className="size-4" />
        </span>
      </button>
      <Lightbox
        src={isLarge ? address : undefined}
        alt={t('cash.slip.picture')}
        closeLabel={t('media.close')}
        onClose={() => setLarge(false)}
      />
    </>
  );
}

/** Replaces a picture that failed to load. A click tries again. */
function Missing({ onAgain }: { onAgain: () => void }) {
  const { t } = useTexts();
  return (
    <button
      type="button"
      onClick={onAgain}
      className={`${box} grid place-items-center p-2 text-center text-micro text-ink-2`}
    >
      <span>
        <ImageOff className="mx-auto mb-1 size-6" aria-hidden="true" />
        {t('media.missing')}
      </span>
    </button>
  );
}
